"""Documents as Arrow tables, for engines that take those."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import datetime
from itertools import islice
from typing import Any

import pyarrow as pa

from . import _leafmill
from .arguments import Keys, listed
from .documents import Damage, Document

__all__ = ["DAMAGE", "batches", "documents"]

_TEXT = pa.string()

DAMAGE = pa.schema(
    {"file": _TEXT, "offset": pa.int64(), "id": _TEXT, "kind": _TEXT, "detail": _TEXT}
)
"""A row a damage."""


def documents(keys: Keys | None = None) -> pa.Schema:
    """A row a page: the columns of the Parquet that ``leafmill extract`` writes.

    >>> documents("url,markdown").names
    ['schema', 'id', 'url', 'host', 'markdown', 'status']
    """
    return pa.schema(_leafmill.Columns(listed(keys)))


def batches(
    found: Iterable[Document | Damage], schema: pa.Schema, rows: int
) -> Iterator[pa.RecordBatch]:
    """The documents, or the damage, as batches of so many rows at most."""
    wanted = Damage if schema.equals(DAMAGE) else Document
    cells = (_cells(one, schema) for one in found if isinstance(one, wanted))
    while batch := list(islice(cells, rows)):
        yield pa.RecordBatch.from_pylist(batch, schema=schema)


def _cells(one: Document | Damage, schema: pa.Schema) -> dict[str, Any]:
    if isinstance(one, Damage):
        return one._asdict() | {"file": str(one.file)}
    row = one.to_dict()
    row["host"] = _leafmill.host(one.url or "")
    if row.get("content") is not None:
        row["content"] = json.dumps(row["content"], ensure_ascii=False, separators=(",", ":"))
    if record := one.record:
        row["record"] = record | {"date": _time(record.get("date"))}
    # A page on which leafmill has failed has few keys, and not every column may lack a value.
    for column in schema:
        if not column.nullable and row.get(column.name) is None:
            row[column.name] = _nothing(column.type)
    return row


def _time(date: str | None) -> datetime | None:
    with suppress(ValueError):
        if instant := _leafmill.instant(date or ""):
            return datetime.fromisoformat(instant.replace("Z", "+00:00"))
    return None


def _nothing(of_type: pa.DataType) -> Any:
    if pa.types.is_string(of_type):
        return ""
    return [] if pa.types.is_list(of_type) else {} if pa.types.is_struct(of_type) else 0
