"""Documents as Arrow tables are the program's rows."""

from __future__ import annotations

import doctest
from pathlib import Path
from typing import Any

import leafmill
import pytest
from engines.conftest import KEYS, as_written, same

pa = pytest.importorskip("pyarrow")
import leafmill.tables  # noqa: E402


def test_a_table_has_the_programs_rows(archive: Path, written: list[dict[str, Any]]) -> None:
    schema = leafmill.tables.documents(KEYS)
    found = leafmill.read(archive, keys=KEYS)
    batches = list(leafmill.tables.batches(found, schema, 10))
    assert [len(batch) for batch in batches] == [10, 10, 10, 10, 6]
    table = pa.Table.from_batches(batches)
    assert as_written(table.to_pylist()) == [same(row) for row in written]


def test_every_key_of_a_row_has_a_column(archive: Path) -> None:
    with pytest.raises(ValueError, match="no column 'words'; there are id, url"):
        leafmill.tables.documents("text,words")
    with pytest.raises(ValueError) as caught:
        next(leafmill.read(archive, keys="words"))
    keys = str(caught.value).partition("there are ")[2].split(", ")
    # Blocks are a tree, which no column has a type for.
    keys.remove("content")
    assert leafmill.tables.documents(keys).names == keys


def test_docstrings() -> None:
    assert doctest.testmod(leafmill.tables).failed == 0
