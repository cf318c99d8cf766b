"""A method with its settings, ready for pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal, NamedTuple, cast, overload

from . import _leafmill
from ._leafmill import ArrowStream
from .archives import WHOLE, Part, Source, remote
from .arguments import (
    Format,
    Keys,
    Links,
    Names,
    Page,
    Setting,
    Statuses,
    each,
    flag,
    listed,
    maybe_whole,
    names,
    spec,
    whole,
)
from .documents import Damage, Document


class Options(NamedTuple):
    """What an :class:`Extractor` does beside choosing content; ``None`` is the program's default."""

    visible_only: bool = False
    drop: tuple[str, ...] = ()
    max_depth: int | None = None
    max_attributes: int | None = None
    max_nodes: int | None = None
    max_body: int | None = None
    max_decoded: int | None = None
    max_ratio: int | None = None
    max_header_line: int | None = None
    max_header: int | None = None


class Only(NamedTuple):
    """Which pages of an archive are taken."""

    status: tuple[str, ...]
    url: tuple[str, ...]
    host: tuple[str, ...]
    min_words: int


class Extractor:
    """A method with its settings, built once for many pages; threads and processes can share it.

    With ``visible_only`` content is only what a reader of the page sees: nothing that it hides by an
    attribute, by an element's own style or by a class for screen readers, and nothing that its scripts
    alone hold. ``drop`` is what all forms but text leave out: ``links`` (their text stays), ``images``, or
    both.

    The caps are those of ``leafmill extract --help``. Of a page they bound the elements that are open at once
    (``max_depth``), the attributes of a tag (``max_attributes``) and the elements and texts (``max_nodes``); of a
    record that :meth:`read` reads the bytes of its body as captured (``max_body``) and with its encodings
    undone (``max_decoded``), the decoded bytes for each encoded one (``max_ratio``), and the bytes of its header
    (``max_header``) and of a line of that (``max_header_line``). What is over is left out, or damage, as in the
    program. Any other argument is a setting of the method.

    >>> mill = Extractor("grain", scope="article")
    >>> mill
    Extractor('grain(scope=article)')
    >>> import pickle
    >>> pickle.loads(pickle.dumps(mill)) == mill
    True
    >>> Extractor("all", visible_only=True).extract("<p>It ran dry.<p hidden>Subscribe!")
    'It ran dry.'
    >>> page = "<h1>Mills</h1><p>It <a href=why.html>ran dry</a>."
    >>> Extractor("all", drop="links").extract(page, format="markdown")
    '# Mills\\n\\nIt ran dry.'
    >>> Extractor("all", max_nodes=7).document("<p>One<p>Two<p>Three").status
    'truncated'
    """

    __slots__ = ("_extractor", "_options", "_spec")

    def __init__(
        self,
        method: str = "grain",
        *,
        visible_only: bool = False,
        drop: Names = (),
        max_depth: int | None = None,
        max_attributes: int | None = None,
        max_nodes: int | None = None,
        max_body: int | None = None,
        max_decoded: int | None = None,
        max_ratio: int | None = None,
        max_header_line: int | None = None,
        max_header: int | None = None,
        **settings: Setting,
    ) -> None:
        options = Options(
            flag("visible_only", visible_only),
            names("drop", drop),
            maybe_whole("max_depth", max_depth),
            maybe_whole("max_attributes", max_attributes),
            maybe_whole("max_nodes", max_nodes),
            maybe_whole("max_body", max_body),
            maybe_whole("max_decoded", max_decoded),
            maybe_whole("max_ratio", max_ratio),
            maybe_whole("max_header_line", max_header_line),
            maybe_whole("max_header", max_header),
        )
        self._settle(spec(method, settings), options)

    def _settle(self, spec: str, options: Options) -> None:
        self._options = options
        self._extractor = _leafmill.Extractor(spec, options)
        self._spec = self._extractor.spec

    @property
    def spec(self) -> str:
        """The method with its settings, as ``leafmill extract --method`` takes it."""
        return self._spec

    @property
    def visible_only(self) -> bool:
        """Whether what a page hides is no content."""
        return self._options.visible_only

    def __repr__(self) -> str:
        unasked = Options._field_defaults
        given = self._options._asdict().items()
        more = [f", {name}={value!r}" for name, value in given if value != unasked[name]]
        return f"Extractor({self._spec!r}{''.join(more)})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Extractor) and self._settled == other._settled

    def __hash__(self) -> int:
        return hash(self._settled)

    def __reduce__(self) -> tuple[Any, ...]:
        # What a subclass has beside is the state.
        return _restored, (type(self), *self._settled), getattr(self, "__dict__", None)

    @property
    def _settled(self) -> tuple[str, Options]:
        return self._spec, self._options

    def extract(
        self,
        html: Page,
        *,
        url: str | None = None,
        content_type: str | None = None,
        format: Format = "text",
        max_ms: int | None = None,
    ) -> str:
        """As :func:`leafmill.extract`."""
        return self._extractor.extract(html, url, content_type, format, maybe_whole("max_ms", max_ms))

    def document(
        self,
        html: Page,
        *,
        url: str | None = None,
        content_type: str | None = None,
        keys: Keys | None = None,
        with_links: Links | None = None,
        max_ms: int | None = None,
    ) -> Document:
        """As :func:`leafmill.document`."""
        row = self._extractor.row(
            html, url, content_type, listed(keys), with_links, maybe_whole("max_ms", max_ms)
        )
        return Document.from_json(row)

    def extract_batch(
        self,
        pages: Sequence[Page],
        *,
        threads: int = 0,
        content_type: str | None = None,
        format: Format = "text",
        max_ms: int | None = None,
    ) -> list[str]:
        """As :func:`leafmill.extract_batch`."""
        return self._extractor.extract_batch(
            pages, content_type, format, maybe_whole("max_ms", max_ms), whole("threads", threads)
        )

    def extract_arrow(
        self,
        stream: object,
        *,
        column: str = "html",
        threads: int = 0,
        format: Format = "text",
        max_ms: int | None = None,
    ) -> ArrowStream:
        """As :func:`leafmill.extract_arrow`."""
        return self._extractor.extract_arrow(
            stream, column, format, maybe_whole("max_ms", max_ms), whole("threads", threads)
        )

    @overload
    def read(
        self,
        source: Source,
        *,
        damage: Literal[False] = False,
        bodies: bool = False,
        status: Statuses = (),
        url: str | Sequence[str] = (),
        host: str | Sequence[str] = (),
        min_words: int = 0,
        keys: Keys | None = None,
        with_links: Links | None = None,
        threads: int = 0,
        max_ms: int | None = None,
    ) -> Iterator[Document]: ...
    @overload
    def read(
        self,
        source: Source,
        *,
        damage: bool,
        bodies: bool = False,
        status: Statuses = (),
        url: str | Sequence[str] = (),
        host: str | Sequence[str] = (),
        min_words: int = 0,
        keys: Keys | None = None,
        with_links: Links | None = None,
        threads: int = 0,
        max_ms: int | None = None,
    ) -> Iterator[Document | Damage]: ...
    def read(
        self,
        source: Source,
        *,
        damage: bool = False,
        bodies: bool = False,
        status: Statuses = (),
        url: str | Sequence[str] = (),
        host: str | Sequence[str] = (),
        min_words: int = 0,
        keys: Keys | None = None,
        with_links: Links | None = None,
        threads: int = 0,
        max_ms: int | None = None,
    ) -> Iterator[Document] | Iterator[Document | Damage]:
        """As :func:`leafmill.read`."""
        span = None
        if isinstance(source, Part):
            span = (source.name, source.start, source.end)
            source = source.path
        if isinstance(source, str) and "://" in source:
            # What is not cut is read as it comes, whatever it holds.
            span = None if span and span[1:] == WHOLE else span
            source = remote(source, span[1] if span else 0)
        only = Only(
            names("status", status),
            each("url", url),
            each("host", host),
            whole("min_words", min_words),
        )
        rows = self._extractor.read(
            source,
            span,
            only,
            listed(keys),
            with_links,
            maybe_whole("max_ms", max_ms),
            whole("threads", threads),
            flag("bodies", bodies),
        )
        return _Documents(rows, damage)


def _restored(of: type[Extractor], spec: str, options: Options) -> Extractor:
    """An extractor of what another of its class was made of."""
    extractor = of.__new__(of)
    extractor._settle(spec, options)
    return extractor


class _Documents(Iterator[Document | Damage]):
    """What is made of rows. Threads may share it, and each has some; a generator they may not."""

    __slots__ = ("_rows", "_yields_damage")

    def __init__(self, rows: Iterator[_leafmill.Row], yields_damage: bool) -> None:
        self._rows = rows
        self._yields_damage = yields_damage

    def __next__(self) -> Document | Damage:
        for row, rest in self._rows:
            if row is not None:
                return Document.from_json(row, cast("bytes | None", rest))
            found = Damage(*cast("_leafmill.DamageRow", rest))
            if self._yields_damage:
                return found
            # It takes a fifth of the package's import, and most archives are whole.
            import logging

            logging.getLogger("leafmill").warning("%s", found)
        raise StopIteration
