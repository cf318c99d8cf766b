from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from engines.conftest import KEYS, as_rows, whole

sql = pytest.importorskip("pyspark.sql", exc_type=ImportError)
pa = pytest.importorskip("pyarrow")
import pyarrow.parquet as pq  # noqa: E402
from leafmill.spark import LeafmillDataSource, extract  # noqa: E402

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def spark() -> Iterator[Any]:
    os.environ["PYSPARK_PYTHON"] = sys.executable
    session = sql.SparkSession.builder.master("local[2]").getOrCreate()
    session.dataSource.register(LeafmillDataSource)
    yield session
    session.stop()


def _rows(frame: Any) -> list[dict[str, Any]]:
    return as_rows([row.asDict(recursive=True) for row in frame.collect()])


def test_parts_of_an_archive_have_the_programs_rows(
    spark: Any, archive: Path, written: list[dict[str, Any]]
) -> None:
    pages = spark.read.format("leafmill").options(bytes=20_000, keys=KEYS).load(str(archive))
    assert pages.rdd.getNumPartitions() > 2
    assert _rows(pages) == [whole(row) for row in written]


def test_tables_that_the_program_wrote(
    spark: Any, tables: Path, written: list[dict[str, Any]]
) -> None:
    found = spark.read.parquet(f"{tables}/*.parquet")
    assert _rows(found) == [whole(row) for row in written]


def test_damage_is_a_second_table(spark: Any, archive: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut.warc.gz"
    cut.write_bytes(archive.read_bytes()[:60_000])
    found = spark.read.format("leafmill").option("table", "damage").load(str(cut)).collect()
    assert [(row.file, row.kind) for row in found] == [(str(cut), "truncated")]


@pytest.mark.parametrize("scheme", ["", "file://"])
def test_a_list_of_archives(
    spark: Any, archive: Path, tmp_path: Path, texts: dict[str, str], scheme: str
) -> None:
    listed = tmp_path / "warc.paths"
    listed.write_text(f"{archive.name}\n")
    reader = spark.read.format("leafmill").options(root=f"{scheme}{archive.parent}/", bytes=20_000)
    pages = reader.load(str(listed))
    assert pages.rdd.getNumPartitions() > 2
    assert {row.id: row.text for row in pages.collect()} == texts


def test_bad_options_are_refused(spark: Any, archive: Path) -> None:
    for options, said in [
        ({"method": "wo"}, "no method `wo`"),
        ({"keys": "words"}, 'no key "words"'),
        ({"table": "pages"}, "no table 'pages'"),
    ]:
        with pytest.raises(Exception, match=said):
            spark.read.format("leafmill").options(**options).load(str(archive)).collect()


def test_a_column(spark: Any, captured: dict[str, bytes], texts: dict[str, str]) -> None:
    frame = spark.createDataFrame(list(captured.items()), "id string, html binary")
    made = extract(frame).collect()
    assert {row.id: row.text for row in made} == texts


def test_the_whole_job(archive: Path, tmp_path: Path, texts: dict[str, str]) -> None:
    out = tmp_path / "out"
    job = [sys.executable, str(ROOT / "scripts/spark_extract.py"), str(archive), str(out)]
    subprocess.run(job, check=True, capture_output=True)
    table = pq.read_table(out / "documents")
    assert dict(zip(table["id"].to_pylist(), table["text"].to_pylist(), strict=True)) == texts
    assert len(pq.read_table(out / "damage")) == 0
