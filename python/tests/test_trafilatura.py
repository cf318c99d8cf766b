"""``leafmill.compat.trafilatura``: arguments and types as trafilatura has them."""

from __future__ import annotations

import inspect
import json
from types import SimpleNamespace

import leafmill
import pytest
from leafmill.compat.trafilatura import extract

PAGE = "<title>Mills</title><article><h1>The mill</h1><p>It ran dry in May, and nobody in the village could say why.</article>"

# The leading parameters of trafilatura.extract (2.x), in its order, with its defaults.
NAMES = [
    ("url", None),
    ("record_id", None),
    ("fast", False),
    ("no_fallback", False),
    ("favor_precision", False),
    ("favor_recall", False),
    ("include_comments", True),
    ("output_format", "txt"),
    ("tei_validation", False),
    ("target_language", None),
    ("include_tables", True),
    ("include_images", False),
    ("include_formatting", None),
    ("include_links", False),
    ("deduplicate", False),
    ("date_extraction_params", None),
    ("with_metadata", False),
    ("only_with_metadata", False),
    ("max_tree_size", None),
    ("url_blacklist", None),
    ("author_blacklist", None),
    ("settingsfile", None),
    ("prune_xpath", None),
    # Of trafilatura's it is the default configuration.
    ("config", None),
    ("options", None),
]


def test_the_arguments_are_trafilaturas() -> None:
    parameters = list(inspect.signature(extract).parameters.values())
    assert parameters[0].name == "filecontent"
    assert [(p.name, p.default) for p in parameters[1:]] == NAMES


def test_the_result_is_a_text_or_none() -> None:
    assert extract(PAGE) == leafmill.extract(PAGE, comments="keep")
    assert extract(PAGE.encode()) == extract(PAGE)
    assert extract("") is None and extract(None) is None and extract("<html>") is None


def test_a_page_comes_in_the_ways_that_trafilatura_takes() -> None:
    response = SimpleNamespace(data=PAGE.encode(), url="https://a.example/")
    assert extract(response) == extract(PAGE)
    with pytest.raises(TypeError, match="an lxml tree or a response, not int"):
        extract(5)
    with pytest.raises(TypeError, match="inclde_links"):
        extract(PAGE, inclde_links=True)  # type: ignore[call-arg]


def test_a_page_is_a_tree_of_lxml() -> None:
    html = pytest.importorskip("lxml.html")
    page = PAGE.replace("dry", "dry & grün")
    tree = html.fromstring(page)
    assert extract(tree) == extract(tree.getroottree()) == extract(page)


def test_precision_recall_and_comments_are_settings_of_grain() -> None:
    for arguments, settings in [
        ({"favor_precision": True}, {"mode": "precision"}),
        ({"favor_recall": True}, {"mode": "recall"}),
        ({"favor_precision": True, "favor_recall": True}, {"mode": "precision"}),
    ]:
        expected = leafmill.extract(PAGE, comments="keep", **settings)
        assert extract(PAGE, **arguments) == expected  # type: ignore[arg-type]
    assert extract(PAGE, include_comments=False) == leafmill.extract(PAGE, comments="drop")


def test_formats_are_leafmills() -> None:
    for name, ours in [("markdown", "markdown"), ("html", "html"), ("xml", "xml"), ("xmltei", "tei")]:
        expected = leafmill.extract(PAGE, comments="keep", format=ours, drop="links,images")
        assert expected and extract(PAGE, output_format=name) == expected
        assert extract(PAGE, output_format=name, include_formatting=True) == expected
        assert extract("<html>", output_format=name) is None


def test_links_and_images_are_there_where_they_are_asked_for() -> None:
    page = PAGE.replace("dry", "<a href=/why>dry</a> <img src=/m.jpg alt=Mill>")
    for name, link, image in [
        ("markdown", "[dry](/why)", "![Mill](/m.jpg)"),
        ("html", '<a href="/why">', '<img src="/m.jpg"'),
        ("xml", '<ref target="/why">', '<graphic url="/m.jpg">'),
    ]:
        for asked in [{}, {"include_links": True}, {"include_images": True}]:
            written = extract(page, output_format=name, **asked)  # type: ignore[arg-type]
            assert written is not None
            assert (link in written) == ("include_links" in asked), name
            assert (image in written) == ("include_images" in asked), name


def test_json_has_trafilaturas_keys() -> None:
    written = extract(PAGE, output_format="json", record_id="7", url="https://a.example/")
    assert written is not None
    row = json.loads(written)
    assert (row["title"], row["id"], row["source"]) == ("Mills", "7", "https://a.example/")
    assert row["text"].startswith("The mill") and "author" not in row


def test_json_has_the_metadata_where_it_is_asked_for() -> None:
    head = "<title>Mills - A Paper</title><meta property=og:title content=Mills><meta name=author content='Ann Miller'>"
    head += "<meta property=article:published_time content=2024-05-01T10:00:00Z>"
    written = extract(PAGE.replace("<title>Mills</title>", head), None, output_format="json", with_metadata=True)
    assert written is not None
    row = json.loads(written)
    assert (row["title"], row["author"], row["date"]) == ("Mills", "Ann Miller", "2024-05-01")


@pytest.mark.parametrize(
    "arguments",
    [{"include_links": True}, {"include_images": True, "output_format": "json"}, {"target_language": "de"}, {"prune_xpath": "//p"},
     {"include_formatting": True}, {"with_metadata": True, "output_format": "html"}],
)
def test_what_has_no_counterpart_is_said(arguments: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="no counterpart of"):
        extract(PAGE, **arguments)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="there are txt, markdown, html, xml, xmltei, json"):
        extract(PAGE, output_format="csv")
