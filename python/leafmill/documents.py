"""What is written of a page, and what is said of a damaged record."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

__all__ = ["Damage", "Document"]


class Document:
    """What is written of a page: a row of ``leafmill extract``.

    >>> document = Document({"id": "1", "text": "It ran dry.", "status": "ok"})
    >>> document.text, document.title, document.to_dict()["status"]
    ('It ran dry.', None, 'ok')
    """

    __slots__ = ("_row", "body")

    def __init__(self, row: dict[str, Any], body: bytes | None = None) -> None:
        self._row = row
        self.body = body
        """The page's bytes as they were captured, where they were asked for."""

    @classmethod
    def from_json(cls, line: bytes | str, body: bytes | None = None) -> Document:
        """Reads a line of JSON Lines."""
        # Whoever wants the text alone has no need of it.
        import json

        return cls(json.loads(line), body)

    @property
    def id(self) -> str:
        """The record's id: its WARC-Record-ID, or a file and an offset; of a page alone its address."""
        return str(self._row["id"])

    @property
    def url(self) -> str | None:
        """The page's address, where it is known."""
        return self._row.get("url")

    @property
    def title(self) -> str | None:
        """The page's title."""
        return self._row.get("title")

    @property
    def text(self) -> str:
        """The main content as plain text; empty where there is none."""
        return str(self._row.get("text") or "")

    @property
    def markdown(self) -> str | None:
        """The main content as Markdown, where it was asked for."""
        return self._row.get("markdown")

    @property
    def html(self) -> str | None:
        """The main content as clean HTML, where it was asked for; ``crunch`` always has its own."""
        return self._row.get("html")

    @property
    def status(self) -> str:
        """How the page fared: ``ok``, ``empty``, ``truncated``, ``not_html``, ``timeout``, ``failed``."""
        return str(self._row["status"])

    @property
    def metadata(self) -> dict[str, Any]:
        """What the page says of itself, where it was asked for, with where each was found."""
        return dict(self._row.get("metadata") or {})

    @property
    def authors(self) -> list[str]:
        """Who wrote it, of its ``metadata``."""
        return list(self.metadata.get("authors") or [])

    @property
    def date(self) -> str | None:
        """When it was published, of its ``metadata``."""
        return self.metadata.get("published")

    @property
    def language(self) -> str | None:
        """The language of the content as an ISO 639 code, of its ``metadata``."""
        return self.metadata.get("language")

    @property
    def links(self) -> list[dict[str, Any]]:
        """Its links with address and text, where they were asked for."""
        return list(self._row.get("links") or [])

    @property
    def comments(self) -> list[dict[str, Any]]:
        """Readers' comments, where they were asked for; the content is without them then."""
        return list(self._row.get("comments") or [])

    @property
    def record(self) -> dict[str, Any]:
        """What the archive says of the page: its file and offset, the time of capture, the charset."""
        return dict(self._row.get("record") or {})

    def to_dict(self) -> dict[str, Any]:
        """The row as it is."""
        return dict(self._row)

    def __repr__(self) -> str:
        return f"Document(id={self.id!r}, status={self.status!r}, {len(self.text)} characters)"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Document) and (self._row, self.body) == (other._row, other.body)

    def __hash__(self) -> int:
        return hash(self.id)

    def __reduce__(self) -> tuple[type[Document], tuple[dict[str, Any], bytes | None]]:
        return Document, (self._row, self.body)


class Damage(NamedTuple):
    """Something wrong in an archive; reading went on behind it."""

    file: Path
    """The file."""
    offset: int
    """Where in it the record, its gzip member or the stray bytes are."""
    id: str | None
    """The record's id, where its header could still be read."""
    kind: str
    """What it is, such as ``truncated`` or ``bad-gzip``."""
    detail: str
    """The particulars, for people."""

    def __str__(self) -> str:
        name = "" if self.id is None else f" ({self.id})"
        return f"{self.file}:{self.offset}: {self.kind}: {self.detail}{name}"
