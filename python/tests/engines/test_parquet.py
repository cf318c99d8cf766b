"""Tables that the program writes as Parquet, read back by those who read such."""

from __future__ import annotations

from pathlib import Path

import pytest
from engines.conftest import Rows, as_rows, whole

pa = pytest.importorskip("pyarrow")
import pyarrow.parquet as pq  # noqa: E402


def test_pyarrow_reads_the_rows_and_their_types(tables: Path, written: Rows) -> None:
    table = pq.read_table(tables / "sample.parquet")
    assert as_rows(table.to_pylist()) == [whole(row) for row in written]
    types = {field.name: field.type for field in table.schema}
    record, metadata, link = types["record"], types["metadata"], types["links"].value_type
    assert record.field("date").type == pa.timestamp("ms", "UTC")
    assert record.field("offset").type == pa.int64()
    assert record.field("http_status").type == pa.int32()
    assert metadata.field("authors").type.value_type == pa.string()
    assert metadata.field("paywall").type == link.field("content").type == pa.bool_()
    assert metadata.field("language_confidence").type == pa.float64()


def test_hosts_have_a_dictionary_and_texts_have_none(tables: Path) -> None:
    group = pq.ParquetFile(tables / "sample.parquet").metadata.row_group(0)
    columns = {group.column(at).path_in_schema: group.column(at) for at in range(group.num_columns)}
    assert columns["host"].has_dictionary_page
    assert not columns["text"].has_dictionary_page
    assert {column.compression for column in columns.values()} == {"ZSTD"}


def test_polars_reads_the_rows(tables: Path, written: Rows) -> None:
    pl = pytest.importorskip("polars")
    frame = pl.scan_parquet(tables / "*.parquet").collect()
    assert as_rows(frame.to_dicts()) == [whole(row) for row in written]


def test_duckdb_reads_the_rows(tables: Path, written: Rows) -> None:
    duckdb = pytest.importorskip("duckdb")
    found = duckdb.connect().sql(f"select * from '{tables}/*.parquet'").to_arrow_table()
    assert as_rows(found.to_pylist()) == [whole(row) for row in written]
