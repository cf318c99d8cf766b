"""``trafilatura.extract`` on leafmill, for programs that are written for it.

>>> from leafmill.compat.trafilatura import extract
>>> extract("<p>The mill ran dry in May, and nobody in the village could say why.")
'The mill ran dry in May, and nobody in the village could say why.'
>>> extract("") is None
True

The arguments have trafilatura's names, order and defaults. What leafmill has no counterpart of is
taken where it asks for nothing (its default), and is a ``ValueError`` otherwise: nothing is passed
over in silence. What is extracted is leafmill's choice, not trafilatura's.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import leafmill
from leafmill.arguments import Format

__all__ = ["extract"]

_FORMATS: dict[str, Format] = {
    "txt": "text",
    "markdown": "markdown",
    "html": "html",
    "xml": "xml",
    "xmltei": "tei",
}


def extract(
    filecontent: Any,
    url: str | None = None,
    record_id: str | None = None,
    fast: bool = False,
    no_fallback: bool = False,
    favor_precision: bool = False,
    favor_recall: bool = False,
    include_comments: bool = True,
    output_format: str = "txt",
    tei_validation: bool = False,
    target_language: str | None = None,
    include_tables: bool = True,
    include_images: bool = False,
    include_formatting: bool | None = None,
    include_links: bool = False,
    deduplicate: bool = False,
    date_extraction_params: dict[str, Any] | None = None,
    with_metadata: bool = False,
    only_with_metadata: bool = False,
    max_tree_size: int | None = None,
    url_blacklist: set[str] | None = None,
    author_blacklist: set[str] | None = None,
    settingsfile: str | None = None,
    prune_xpath: str | list[str] | None = None,
    config: Any = None,
    options: Any = None,
) -> str | None:
    """The main content of a page, or ``None`` where it has none.

    ``filecontent`` is the page as ``str`` or bytes, a tree of lxml's, or a response that has its bytes as ``data``.
    ``favor_precision`` and ``favor_recall`` are ``grain``'s ``mode``, ``include_comments`` its ``comments``;
    ``fast`` and ``no_fallback`` ask for nothing, since there is no slower way. ``output_format`` is
    ``txt``, ``markdown``, ``html``, ``xml`` and ``xmltei`` in leafmill's elements, or ``json``, a row with
    trafilatura's keys as far as leafmill has them, those of the page's metadata too with ``with_metadata``. What
    ``include_links`` and ``include_images`` do not ask for is left out; ``txt`` and ``json`` have neither.
    ``include_formatting`` is taken where a format has headings and the like anyway, which all but these two do.
    """
    _refuse(
        tei_validation=tei_validation,
        target_language=target_language,
        deduplicate=deduplicate,
        date_extraction_params=date_extraction_params,
        only_with_metadata=only_with_metadata,
        max_tree_size=max_tree_size,
        url_blacklist=url_blacklist,
        author_blacklist=author_blacklist,
        settingsfile=settingsfile,
        prune_xpath=prune_xpath,
        config=config,
        options=options,
    )
    if not include_tables:
        raise ValueError("leafmill has no counterpart of include_tables=False")
    if output_format not in _FORMATS and output_format != "json":
        names = ", ".join([*_FORMATS, "json"])
        raise ValueError(f"no output_format {output_format!r}; there are {names}")
    if output_format in ("txt", "json"):
        _refuse(
            include_formatting=include_formatting,
            include_links=include_links,
            include_images=include_images,
        )
    if output_format != "json":
        _refuse(with_metadata=with_metadata)
    if filecontent is None:
        return None
    page = _page(filecontent)
    # trafilatura too takes the first where both are asked for.
    mode = "precision" if favor_precision else "recall" if favor_recall else "balanced"
    comments = "keep" if include_comments else "drop"
    if output_format == "json":
        document = leafmill.document(
            page, url=url, keys="text,metadata", mode=mode, comments=comments
        )
        return _json(document, url, record_id, with_metadata) if document.text else None
    unasked = {"links": not include_links, "images": not include_images}
    content = leafmill.extract(
        page,
        url=url,
        format=_FORMATS[output_format],
        drop=[what for what, is_unasked in unasked.items() if is_unasked],
        mode=mode,
        comments=comments,
    )
    return content or None


def _page(given: Any) -> str | bytes | bytearray:
    """The page that a caller has in one of the ways that trafilatura takes."""
    # Without lxml there is no tree of it.
    etree: Any = sys.modules.get("lxml.etree")
    if etree is not None and (etree.iselement(given) or isinstance(given, etree._ElementTree)):
        return str(etree.tostring(given, method="html", encoding="unicode", with_tail=False))
    page = getattr(given, "data", given)
    if not isinstance(page, str | bytes | bytearray):
        raise TypeError(f"a page is str, bytes, an lxml tree or a response, not {type(given).__name__}")
    return page


def _json(
    page: leafmill.Document, url: str | None, record_id: str | None, with_metadata: bool
) -> str:
    said = page.metadata
    row = {
        "title": said.get("title"),
        "id": record_id,
        "source": url,
        "text": page.text,
        "raw_text": page.text,
        "comments": "",
    }
    if with_metadata:
        row |= {
            "author": "; ".join(page.authors) or None,
            # trafilatura's are days.
            "date": page.date and page.date[:10],
            "source-hostname": said.get("site"),
            "excerpt": said.get("description"),
            "tags": ";".join(said.get("keywords") or []),
            "image": said.get("image"),
            "license": said.get("license"),
            "pagetype": said.get("type"),
            "language": page.language,
        }
    return json.dumps(row, ensure_ascii=False)


def _refuse(**asked: object) -> None:
    """Raises for what is asked for and has no counterpart."""
    for name, value in asked.items():
        if value not in (None, False):
            raise ValueError(f"leafmill has no counterpart of {name}={value!r}")
