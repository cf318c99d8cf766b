"""Documents as Arrow tables, for engines that take those."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

import pyarrow as pa

from .documents import Damage, Document
from .extractor import Keys, listed

__all__ = ["DAMAGE", "batches", "documents"]

_TEXT = pa.string()

_METADATA = pa.struct(
    {
        "title": _TEXT,
        "authors": pa.list_(_TEXT),
        "published": _TEXT,
        "modified": _TEXT,
        "description": _TEXT,
        "site": _TEXT,
        "language": _TEXT,
        "language_confidence": pa.float64(),
        "declared_language": _TEXT,
        "canonical": _TEXT,
        "image": _TEXT,
        "keywords": pa.list_(_TEXT),
        "license": _TEXT,
        "type": _TEXT,
        "paywall": pa.bool_(),
    }
)
_RECORD = pa.struct(
    {
        "record_id": _TEXT,
        "file": _TEXT,
        "offset": pa.int64(),
        "type": _TEXT,
        "date": _TEXT,
        "http_status": pa.int32(),
        "content_type": _TEXT,
        "payload_digest": _TEXT,
        "ip": _TEXT,
        "truncated": _TEXT,
        "charset": pa.struct({"name": _TEXT, "from": _TEXT, "replaced": pa.int64()}),
    }
)
_LINK = pa.struct({"url": _TEXT, "text": _TEXT, "rel": _TEXT, "kind": _TEXT, "content": pa.bool_()})
_COMMENT = pa.struct({"text": _TEXT, "author": _TEXT, "date": _TEXT})

# In the order of rows.
_COLUMNS = {
    "id": _TEXT,
    "url": _TEXT,
    "title": _TEXT,
    "text": _TEXT,
    "markdown": _TEXT,
    "html": _TEXT,
    "status": _TEXT,
    "source": _TEXT,
    "metadata": _METADATA,
    "links": pa.list_(_LINK),
    "comments": pa.list_(_COMMENT),
    "record": _RECORD,
}
_UNASKED = ("id", "url", "title", "text", "status", "record")

DAMAGE = pa.schema(
    {"file": _TEXT, "offset": pa.int64(), "id": _TEXT, "kind": _TEXT, "detail": _TEXT}
)
"""A row a damage."""


def documents(keys: Keys | None = None) -> pa.Schema:
    """A row a page: a column a key of what ``leafmill extract`` writes, by the same names.

    >>> documents("url,markdown").names
    ['id', 'url', 'markdown', 'status']
    """
    asked = _UNASKED if keys is None else {"id", *(listed(keys) or "").split(",")}
    if unknown := set(asked) - set(_COLUMNS):
        raise ValueError(f"no column {min(unknown)!r}; there are {', '.join(_COLUMNS)}")
    return pa.schema({name: of_type for name, of_type in _COLUMNS.items() if name in asked})


def batches(
    found: Iterable[Document | Damage], schema: pa.Schema, rows: int
) -> Iterator[pa.RecordBatch]:
    """The documents, or the damage, as batches of so many rows at most."""
    wanted = Damage if schema.equals(DAMAGE) else Document
    cells = (_cells(one) for one in found if isinstance(one, wanted))
    while batch := list(islice(cells, rows)):
        yield pa.RecordBatch.from_pylist(batch, schema=schema)


def _cells(one: Document | Damage) -> dict[str, Any]:
    if isinstance(one, Damage):
        return one._asdict() | {"file": str(one.file)}
    return one.to_dict()
