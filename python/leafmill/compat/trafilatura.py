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
from typing import Any

import leafmill

__all__ = ["extract"]

_FORMATS = {"txt": "text", "markdown": "markdown", "html": "html", "xml": "xml", "xmltei": "tei"}


def extract(
    filecontent: str | bytes | None,
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
    **others: Any,
) -> str | None:
    """The main content of a page, or ``None`` where it has none.

    ``favor_precision`` and ``favor_recall`` are ``grain``'s ``mode``, ``include_comments`` its ``comments``;
    ``fast`` and ``no_fallback`` ask for nothing, since there is no slower way. ``output_format`` is
    ``txt``, ``markdown``, ``html``, ``xml`` and ``xmltei`` in leafmill's elements, or ``json``, a row with
    trafilatura's keys as far as leafmill has them. What ``include_links`` and ``include_images`` do not ask for is
    left out; ``txt`` and ``json`` have neither.
    """
    _refuse(
        tei_validation=tei_validation,
        target_language=target_language,
        include_formatting=include_formatting,
        deduplicate=deduplicate,
        **others,
    )
    if not include_tables:
        raise ValueError("leafmill has no counterpart of include_tables=False")
    if output_format not in _FORMATS and output_format != "json":
        names = ", ".join([*_FORMATS, "json"])
        raise ValueError(f"no output_format {output_format!r}; there are {names}")
    if output_format in ("txt", "json"):
        _refuse(include_links=include_links, include_images=include_images)
    if filecontent is None or not isinstance(filecontent, str | bytes | bytearray):
        return None
    # trafilatura too takes the first where both are asked for.
    mode = "precision" if favor_precision else "recall" if favor_recall else "balanced"
    comments = "keep" if include_comments else "drop"
    if output_format != "json":
        unasked = {"links": not include_links, "images": not include_images}
        content = leafmill.extract(
            filecontent,
            url=url,
            format=_FORMATS[output_format],
            drop=",".join(what for what, is_unasked in unasked.items() if is_unasked),
            mode=mode,
            comments=comments,
        )
        return content or None
    page = leafmill.document(filecontent, url=url, mode=mode, comments=comments)
    if not page.text:
        return None
    row = {
        "title": page.title,
        "id": record_id,
        "source": url,
        "text": page.text,
        "raw_text": page.text,
        "comments": "",
    }
    return json.dumps(row, ensure_ascii=False)


def _refuse(**asked: object) -> None:
    """Raises for what is asked for and has no counterpart."""
    for name, value in asked.items():
        if value not in (None, False):
            raise ValueError(f"leafmill has no counterpart of {name}={value!r}")
