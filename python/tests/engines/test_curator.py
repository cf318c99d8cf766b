"""NeMo Curator itself asks for torch; its extraction runs without (`make test-engines`)."""

from __future__ import annotations

import leafmill
import pytest

pytest.importorskip("nemo_curator.stages.text.download", exc_type=ImportError)

from leafmill.curator import AnyLanguage, LeafmillExtractor  # noqa: E402
from nemo_curator.stages.text.download.common_crawl.extract import (  # noqa: E402
    CommonCrawlHTMLExtractor,
)


def test_the_algorithm_is_curators_own_way_to_extract(pages: list[bytes]) -> None:
    extractor = CommonCrawlHTMLExtractor(
        algorithm=LeafmillExtractor(), stop_lists=AnyLanguage()
    )
    languages = set()
    for page in pages:
        html = page.decode("utf-8", "replace")
        record = {"url": "", "warc_id": "", "source_id": "", "content": html.encode()}
        row = extractor.extract(record)
        lines = leafmill.extract(html).splitlines()
        assert (row["text"] if row else "") == "\n\n".join(lines)
        languages.add(row["language"] if row else None)
    # Most of them without a stop list in Curator.
    assert len(languages) > 5


def test_a_page_without_content_is_none() -> None:
    assert LeafmillExtractor().extract_text("", frozenset(), "KOREAN") is None


def test_every_language_has_a_list() -> None:
    assert "KOREAN" in AnyLanguage() and AnyLanguage()["KOREAN"] == frozenset()
