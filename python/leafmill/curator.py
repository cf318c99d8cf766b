"""NeMo Curator: leafmill as an algorithm of its ``CommonCrawlHTMLExtractor``.

    from leafmill.curator import AnyLanguage, LeafmillExtractor
    extractor = CommonCrawlHTMLExtractor(algorithm=LeafmillExtractor(), stop_lists=AnyLanguage())

Curator drops every page in a language without a stop list. leafmill needs none, so with
:class:`AnyLanguage` in their place such pages are kept.
"""

from __future__ import annotations

from typing import Any

from nemo_curator.stages.text.download.html_extractors import HTMLExtractorAlgorithm

from .extractor import Extractor

__all__ = ["AnyLanguage", "LeafmillExtractor"]


class AnyLanguage(dict[str, frozenset[str]]):
    """Stop lists that have an empty one for every language."""

    def __contains__(self, language: object) -> bool:
        return True

    def __missing__(self, language: str) -> frozenset[str]:
        return frozenset()


class LeafmillExtractor(HTMLExtractorAlgorithm):
    """Extracts the paragraphs of a page's main content."""

    def __init__(
        self,
        method: str = "grain",
        *,
        max_ms: int | None = None,
        visible_only: bool = False,
        **settings: Any,
    ) -> None:
        self._extractor = Extractor(method, visible_only=visible_only, **settings)
        self._max_ms = max_ms

    def extract_text(
        self, html: str, stop_words: frozenset[str], language: str
    ) -> list[str] | None:
        """The lines of the content, or ``None`` where there is none."""
        return self._extractor.extract(html, max_ms=self._max_ms).splitlines() or None
