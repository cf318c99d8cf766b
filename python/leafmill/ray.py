"""Ray Data: a data source over archives, and an actor for ``map_batches``.

    import leafmill.ray
    pages = leafmill.ray.read_archives("crawl/")
    pages = ray.data.read_parquet("html/").map_batches(
        leafmill.ray.Extract, batch_format="pyarrow", batch_size=64, concurrency=2
    )
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pyarrow as pa
import ray.data
from ray.data.datasource import FileBasedDatasource

from .archives import NamedFile
from .arguments import Format, Keys
from .extractor import Extractor
from .tables import batches, documents

__all__ = ["Extract", "LeafmillDatasource", "read_archives"]


class LeafmillDatasource(FileBasedDatasource):
    """WARC, ARC and HTML files as tables of documents; a file is read by one task."""

    def __init__(
        self,
        paths: str | list[str],
        *,
        method: str = "grain",
        keys: Keys | None = None,
        max_ms: int | None = None,
        rows: int = 64,
        visible_only: bool = False,
        settings: dict[str, Any] | None = None,
        **files: Any,
    ) -> None:
        super().__init__(paths, **files)
        self._extractor = Extractor(method, visible_only=visible_only, **(settings or {}))
        self._keys = keys
        self._table = documents(keys)
        self._max_ms = max_ms
        self._rows = rows

    def _open_input_source(self, filesystem: Any, path: str, **open_args: Any) -> Any:
        # As it lies there: what is damaged in its gzip members is leafmill's to pass by.
        return filesystem.open_input_stream(path, **{**open_args, "compression": None})

    def _read_stream(self, f: Any, path: str) -> Iterator[pa.Table]:
        file = NamedFile(f, path)
        found = self._extractor.read(file, keys=self._keys, threads=1, max_ms=self._max_ms)
        for batch in batches(found, self._table, self._rows):
            yield pa.Table.from_batches([batch])


def read_archives(
    paths: str | list[str],
    *,
    method: str = "grain",
    keys: Keys | None = None,
    max_ms: int | None = None,
    rows: int = 64,
    files: dict[str, Any] | None = None,
    visible_only: bool = False,
    **settings: Any,
) -> ray.data.Dataset:
    """The documents of archives, with the columns that ``keys`` ask for.

    ``rows`` are those of a batch; ``files`` are further arguments of Ray's ``FileBasedDatasource``.
    """
    source = LeafmillDatasource(
        paths,
        method=method,
        keys=keys,
        max_ms=max_ms,
        rows=rows,
        visible_only=visible_only,
        settings=settings,
        **(files or {}),
    )
    return ray.data.read_datasource(source)


class Extract:
    """Takes tables with a column of pages to such with their content, for ``map_batches``."""

    def __init__(
        self,
        column: str = "html",
        *,
        method: str = "grain",
        format: Format = "text",
        max_ms: int | None = None,
        visible_only: bool = False,
        **settings: Any,
    ) -> None:
        self._extractor = Extractor(method, visible_only=visible_only, **settings)
        self._column, self._format, self._max_ms = column, format, max_ms

    def __call__(self, table: pa.Table) -> pa.Table:
        stream: Any = self._extractor.extract_arrow(
            table, column=self._column, threads=1, format=self._format, max_ms=self._max_ms
        )
        return pa.table(stream)
