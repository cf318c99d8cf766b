"""duckdb: a function of SQL that takes a page and returns its content.

>>> import duckdb
>>> import leafmill.duckdb
>>> connection = duckdb.connect()
>>> leafmill.duckdb.register(connection, method="all")
>>> connection.sql("select main_content('<p>It ran dry in May.') as text").fetchall()
[('It ran dry in May.',)]
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import duckdb
import pyarrow as pa

from .arguments import Format
from .extractor import Extractor

__all__ = ["register"]


def register(
    connection: duckdb.DuckDBPyConnection,
    name: str = "main_content",
    *,
    column: str = "VARCHAR",
    method: str = "grain",
    format: Format = "text",
    max_ms: int | None = None,
    threads: int = 1,
    visible_only: bool = False,
    **settings: Any,
) -> None:
    """Makes a function of this name, in place of one that it made before; ``column`` is the type of the pages, ``VARCHAR`` or ``BLOB``.

    duckdb calls it with many pages at once, on threads of its own.
    """
    extractor = Extractor(method, visible_only=visible_only, **settings)

    def texts(pages: pa.ChunkedArray) -> pa.ChunkedArray:
        table = pa.table({"html": pages})
        stream = extractor.extract_arrow(table, threads=threads, format=format, max_ms=max_ms)
        return pa.table(stream)[format]

    with suppress(duckdb.InvalidInputException):
        connection.remove_function(name)
    kind: Any = "arrow"
    connection.create_function(name, texts, [column], "VARCHAR", type=kind)
