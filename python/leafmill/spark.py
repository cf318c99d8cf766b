"""Spark 4: a data source over archives, and extraction from a column.

    from leafmill.spark import LeafmillDataSource
    spark.dataSource.register(LeafmillDataSource)
    pages = spark.read.format("leafmill").load("crawl/")
    damage = spark.read.format("leafmill").option("table", "damage").load("crawl/")

A path is a file, a directory, an address, or a list of those in a file named ``*.paths`` or
``*.paths.gz``, as Common Crawl publishes them, with the option ``root`` before each. Archives are cut into
byte ranges, a task each, so that one large file keeps a cluster busy.

Options: ``method`` (a spec), ``visible_only`` (``true`` or ``false``), ``max_ms``, ``keys`` (the columns, as
``leafmill extract --schema`` takes them), ``table`` (``documents`` or ``damage``), ``bytes`` (of a task, 64 MiB),
``rows`` (of a batch, 64), ``root``.
"""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import pyarrow as pa
from pyspark.sql import DataFrame
from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition
from pyspark.sql.pandas.types import from_arrow_schema
from pyspark.sql.types import StringType, StructField, StructType

from .archives import Part, parts, remote
from .arguments import Format
from .extractor import Extractor
from .tables import DAMAGE, batches, documents

__all__ = ["LeafmillDataSource", "extract", "map_in_arrow"]


class LeafmillDataSource(DataSource):
    """Archives as tables of documents, or of the damage in them."""

    @classmethod
    def name(cls) -> str:
        """What ``format`` takes."""
        return "leafmill"

    def schema(self) -> StructType:
        """The columns of the table that the options name."""
        return from_arrow_schema(_table(self.options))

    def reader(self, schema: StructType) -> DataSourceReader:
        """What reads it."""
        return _Reader(dict(self.options))


def _table(options: dict[str, str]) -> pa.Schema:
    match options.get("table", "documents"):
        case "documents":
            return _in_spark(documents(options.get("keys")))
        case "damage":
            return DAMAGE
        case table:
            raise ValueError(f"no table {table!r}; there are documents, damage")


def _in_spark(table: pa.Schema) -> pa.Schema:
    """The table with times in microseconds, which are the only ones that Spark has."""
    at = table.get_field_index("record")
    if at < 0:
        return table
    time, record = pa.timestamp("us", "UTC"), table.field(at)
    fields = [field.with_type(time) if pa.types.is_timestamp(field.type) else field for field in record.type]
    return table.set(at, record.with_type(pa.struct(fields)))


def _flag(text: str) -> bool:
    if text.lower() not in ("true", "false"):
        raise ValueError(f"visible_only is {text!r}; it is true or false")
    return text.lower() == "true"


class _Partition(InputPartition):
    """A part of a file."""

    def __init__(self, part: Part) -> None:
        self.part = part


class _Reader(DataSourceReader):
    def __init__(self, options: dict[str, str]) -> None:
        if "path" not in options:
            raise ValueError("load() needs a path")
        self.path = options["path"]
        self.root = options.get("root", "")
        self.bytes = int(options.get("bytes", 64 << 20))
        self.rows = int(options.get("rows", 64))
        self.keys = options.get("keys")
        self.table = _table(options)
        self.max_ms = int(options["max_ms"]) if "max_ms" in options else None
        visible_only = _flag(options.get("visible_only", "false"))
        self.extractor = Extractor(options.get("method", "grain"), visible_only=visible_only)
        if self.table.equals(DAMAGE):
            # What is damaged is seen by whoever reads: nothing needs to be chosen and written.
            self.extractor, self.keys = Extractor("all"), "status"

    def partitions(self) -> list[InputPartition]:
        found = (part for source in self._sources() for part in parts(source, bytes=self.bytes))
        return [_Partition(part) for part in found]

    def _sources(self) -> list[str]:
        if not self.path.endswith((".paths", ".paths.gz")):
            return [self.path]
        listed = remote(self.path).read() if "://" in self.path else Path(self.path).read_bytes()
        if self.path.endswith(".gz"):
            listed = gzip.decompress(listed)
        return [self.root + line for line in listed.decode().split()]

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        ours = cast("_Partition", partition)
        # Spark runs a task a core.
        found = self.extractor.read(
            ours.part, keys=self.keys, threads=1, max_ms=self.max_ms, damage=True
        )
        yield from batches(found, self.table, self.rows)


def map_in_arrow(
    column: str = "html",
    *,
    method: str = "grain",
    format: Format = "text",
    max_ms: int | None = None,
    visible_only: bool = False,
    **settings: Any,
) -> Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
    """What ``DataFrame.mapInArrow`` takes: the content in place of a column of pages, and ``status``."""
    extractor = Extractor(method, visible_only=visible_only, **settings)

    def texts(found: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in found:
            stream: Any = extractor.extract_arrow(
                batch, column=column, threads=1, format=format, max_ms=max_ms
            )
            yield from pa.RecordBatchReader.from_stream(stream)

    return texts


def extract(
    frame: DataFrame,
    column: str = "html",
    *,
    method: str = "grain",
    format: Format = "text",
    max_ms: int | None = None,
    visible_only: bool = False,
    **settings: Any,
) -> DataFrame:
    """The frame with the content in place of a column of pages, and ``status``.

    Set ``spark.sql.execution.arrow.maxRecordsPerBatch`` to some 64 to 256: of its 10,000 rows pages
    would take gigabytes.
    """
    texts = map_in_arrow(
        column,
        method=method,
        format=format,
        max_ms=max_ms,
        visible_only=visible_only,
        **settings,
    )
    rest = [field for field in frame.schema.fields if field.name != column]
    added = [StructField(format, StringType()), StructField("status", StringType())]
    return frame.mapInArrow(texts, StructType([*rest, *added]))
