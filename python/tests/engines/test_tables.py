"""Documents as Arrow tables are the program's rows."""

from __future__ import annotations

import doctest
import subprocess
import sys
from pathlib import Path
from typing import Any

import leafmill
import pytest
from engines.conftest import KEYS, as_rows, whole

pa = pytest.importorskip("pyarrow")
import pyarrow.parquet as pq  # noqa: E402
import leafmill.tables  # noqa: E402


def test_a_table_has_the_programs_rows(archive: Path, written: list[dict[str, Any]]) -> None:
    schema = leafmill.tables.documents(KEYS)
    found = leafmill.read(archive, keys=KEYS)
    batches = list(leafmill.tables.batches(found, schema, 10))
    assert [len(batch) for batch in batches] == [10, 10, 10, 10, 6]
    table = pa.Table.from_batches(batches)
    assert as_rows(table.to_pylist()) == [whole(row) for row in written]


def test_a_table_is_the_programs_parquet(archive: Path, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match='no key "words"; there are id, url') as caught:
        leafmill.tables.documents("text,words")
    keys = str(caught.value).partition("there are ")[2]
    command = [sys.executable, "-m", "leafmill", "extract", str(archive), "-o", f"{tmp_path}/"]
    command += ["--format", "parquet", "--schema", keys]
    subprocess.run(command, check=True, capture_output=True)
    of_program = pq.read_table(tmp_path / "sample.parquet")
    schema = leafmill.tables.documents(keys)
    assert schema.names == ["schema", *keys.replace("url,", "url, host,").split(", ")]
    [made] = leafmill.tables.batches(leafmill.read(archive, keys=keys), schema, 100)
    assert made.schema == of_program.schema
    assert made.to_pylist() == of_program.to_pylist()


def test_a_page_that_failed_has_a_row_too() -> None:
    schema = leafmill.tables.documents("text,markdown,links,record,metadata")
    failed = leafmill.Document({"id": "1", "url": None, "text": "", "status": "failed"})
    [made] = leafmill.tables.batches([failed], schema, 1)
    [row] = made.to_pylist()
    assert (row["status"], row["markdown"], row["links"]) == ("failed", "", [])
    assert row["record"]["date"] is None and row["metadata"] is None


def test_docstrings() -> None:
    assert doctest.testmod(leafmill.tables).failed == 0
