"""The main content of web pages: one page, many, or an archive of them.

>>> import leafmill
>>> html = "<nav><a href=/>Home</a></nav><article><h1>The mill</h1><p>It ran dry in May, and nobody in the village could say why.</article>"
>>> print(leafmill.extract(html))
The mill
It ran dry in May, and nobody in the village could say why.

A page is ``str``, or the bytes as they were captured, whose encoding is then found as a browser
finds it. Whatever a page holds, nothing is raised: a document says in its ``status`` how its page
fared. What was asked for wrongly raises ``ValueError``, which names what is valid.

The methods and their settings are :data:`METHODS`; a setting is an argument of its own
(``extract(html, scope="article")``) or part of a spec (``method="grain(scope=article)"``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Literal, overload

from ._leafmill import VERSION as __version__
from ._leafmill import ArrowStream
from .archives import Part, Source, parts
from .arguments import Format, Keys, Links, Page, Setting, Statuses
from .documents import Damage, Document
from .evaluation import evaluate
from .extractor import Extractor
from .methods import METHODS, Method, Parameter

__all__ = [
    "METHODS",
    "ArrowStream",
    "Damage",
    "Document",
    "Extractor",
    "Method",
    "Parameter",
    "Part",
    "__version__",
    "document",
    "evaluate",
    "extract",
    "extract_arrow",
    "extract_batch",
    "parts",
    "read",
]


_kept: Callable[..., Extractor] = lru_cache(maxsize=64, typed=True)(Extractor)


def _extractor(method: str, visible_only: bool, settings: dict[str, Setting]) -> Extractor:
    """The extractor of these settings, built once."""
    hashable = {n: tuple(value) if isinstance(value, list) else value for n, value in settings.items()}
    return _kept(method, visible_only=visible_only, **hashable)


def extract(
    html: Page,
    *,
    url: str | None = None,
    content_type: str | None = None,
    method: str = "grain",
    format: Format = "text",
    max_ms: int | None = None,
    visible_only: bool = False,
    **settings: Setting,
) -> str:
    """The main content of a page, and ``""`` where it has none.

    ``url`` is the page's address. ``content_type`` is the media type that came with bytes: its
    charset says how to read them. ``format`` is how the content is written: ``text``, ``markdown``,
    ``html``, or ``xml`` and ``tei``, which are documents of the page alone as ``leafmill extract`` writes
    them. With ``visible_only`` what the page hides is no content. ``max_ms`` is the time in milliseconds
    that the page may take: it is looked at between the stages of a page (decoding, parsing, extracting,
    rendering), and a page that is over it comes to nothing. Any other argument is one of :class:`Extractor`'s:
    ``drop`` (``links``, ``images``), the caps, a setting of the method.

    >>> extract(b"<p>Gr\\xfc\\xdfe an alle, die heute hier sind.", method="all", content_type="text/html; charset=latin1")
    'Grüße an alle, die heute hier sind.'
    >>> extract("<p>It ran dry.<p style='display:none'>Subscribe!", method="all", visible_only=True)
    'It ran dry.'
    >>> print(extract("<h1>Mills</h1><p>It ran <b>dry</b>.", method="all", format="tei"))  # doctest: +ELLIPSIS
    <?xml version="1.0" encoding="UTF-8"?>
    <teiCorpus xmlns="http://www.tei-c.org/ns/1.0">
    ...
    >>> extract("<p>Hello", method="wo")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    ValueError: spec `wo`: no method `wo`; there are all, bte, ...
    """
    return _extractor(method, visible_only, settings).extract(
        html, url=url, content_type=content_type, format=format, max_ms=max_ms
    )


def document(
    html: Page,
    *,
    url: str | None = None,
    content_type: str | None = None,
    keys: Keys | None = None,
    with_links: Links | None = None,
    method: str = "grain",
    max_ms: int | None = None,
    visible_only: bool = False,
    **settings: Setting,
) -> Document:
    """What is written of a page; the other arguments are those of :func:`extract`.

    ``keys`` are what the document has, as ``leafmill extract --schema`` takes them; without, it has its
    text and all that is known of the page, and no Markdown or HTML. ``with_links`` adds links: those in the
    ``content``, or ``all`` of the page.

    >>> page = document("<title>Mills</title><p>It ran dry in May.", url="https://a.example/", method="all")
    >>> page.title, page.text, page.status
    ('Mills', 'It ran dry in May.', 'ok')
    >>> document("<h1>Mills</h1><p>It ran <b>dry</b>.", keys="markdown", method="all").markdown
    '# Mills\\n\\nIt ran **dry**.'
    >>> page = document("<a href=/>Home</a><p>It ran dry in May.", url="https://a.example/mill", with_links="all")
    >>> [link["url"] for link in page.links]
    ['https://a.example/']
    """
    return _extractor(method, visible_only, settings).document(
        html, url=url, content_type=content_type, keys=keys, with_links=with_links, max_ms=max_ms
    )


def extract_batch(
    pages: Sequence[Page],
    *,
    threads: int = 0,
    content_type: str | None = None,
    method: str = "grain",
    format: Format = "text",
    max_ms: int | None = None,
    visible_only: bool = False,
    **settings: Setting,
) -> list[str]:
    """The main content of each page, in their order.

    ``threads`` of 0 is one a core, which calls share; any other number of them a call has for itself.

    >>> extract_batch(["<p>One", b"<p>Two", ""], method="all")
    ['One', 'Two', '']
    """
    return _extractor(method, visible_only, settings).extract_batch(
        pages, threads=threads, content_type=content_type, format=format, max_ms=max_ms
    )


def extract_arrow(
    stream: object,
    *,
    column: str = "html",
    threads: int = 0,
    method: str = "grain",
    format: Format = "text",
    max_ms: int | None = None,
    visible_only: bool = False,
    **settings: Setting,
) -> ArrowStream:
    """A table with a column of pages, as one with their content in its place.

    ``stream`` is whatever offers Arrow's PyCapsule interface, such as a table of pyarrow, polars or
    duckdb, and so is what is returned; it is made batch by batch as it is read, once, and its ``schema`` (with
    pyarrow) is known before. In place of
    ``column`` come last a column named as the ``format``, and ``status``, how each page fared. A null
    stays null.

    >>> import pyarrow as pa
    >>> pages = pa.table({"id": [1, 2], "html": ["<p>One", None]})
    >>> pa.table(extract_arrow(pages, method="all")).to_pylist()
    [{'id': 1, 'text': 'One', 'status': 'ok'}, {'id': 2, 'text': None, 'status': None}]
    """
    return _extractor(method, visible_only, settings).extract_arrow(
        stream, column=column, threads=threads, format=format, max_ms=max_ms
    )


@overload
def read(
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
    method: str = "grain",
    max_ms: int | None = None,
    visible_only: bool = False,
    **settings: Setting,
) -> Iterator[Document]: ...
@overload
def read(
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
    method: str = "grain",
    max_ms: int | None = None,
    visible_only: bool = False,
    **settings: Setting,
) -> Iterator[Document | Damage]: ...
def read(
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
    method: str = "grain",
    max_ms: int | None = None,
    visible_only: bool = False,
    **settings: Setting,
) -> Iterator[Document] | Iterator[Document | Damage]:
    """The documents of what a path, an address or a file object holds: WARC, ARC, HTML, packed or not.

    The rows are those that ``leafmill extract`` writes, in its order, and only the few that are worked
    on are in memory. A damaged record is reported to the logger ``leafmill`` as a warning, or where
    ``damage`` is set yielded as a :class:`Damage`, and reading goes on behind it. With ``bodies`` a
    document has the page's bytes as its ``body``. ``source`` can be one of the parts that
    :func:`parts` cuts files into. ``keys`` and ``with_links`` are those of :func:`document`. Addresses such as ``s3://…``
    need fsspec (``leafmill[remote]``). Threads may share what is returned: each has some of the documents.
    A file object is read by the thread that asks for documents, so that Ctrl-C ends what it waits for.

    Only pages are taken whose ``status`` is one of those named (``200``, ``"2xx,404"``), whose whole address fits
    one of the patterns ``url``, in which ``*`` stands for anything, that are of a ``host`` named or one below it,
    and whose content has so many words.

    >>> documents = list(read("datasets/sample/sample.warc.gz"))
    >>> len(documents), documents[0].status
    (46, 'ok')
    >>> few = read("datasets/sample/sample.warc.gz", host="harbour-gazette.example", status="2xx", min_words=100)
    >>> len(list(few))
    2
    """
    return _extractor(method, visible_only, settings).read(
        source,
        damage=damage,
        bodies=bodies,
        status=status,
        url=url,
        host=host,
        min_words=min_words,
        keys=keys,
        with_links=with_links,
        threads=threads,
        max_ms=max_ms,
    )
