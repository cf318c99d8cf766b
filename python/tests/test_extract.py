"""One page and many: what goes in, what comes out, what is refused."""

from __future__ import annotations

import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import leafmill
import pytest
from conftest import mangled
from leafmill.extractor import Options

PAGE = "<title>Mills</title><nav><a href=/>Home</a></nav><article><h1>The mill</h1><p>It ran dry in May, and nobody in the village could say why.</article>"
TEXT = "The mill\nIt ran dry in May, and nobody in the village could say why."


def test_a_page_is_str_or_bytes() -> None:
    assert leafmill.extract(PAGE) == TEXT
    assert leafmill.extract(PAGE.encode()) == TEXT
    assert leafmill.extract(bytearray(PAGE.encode())) == TEXT
    with pytest.raises(TypeError, match="a page is str, bytes or bytearray, not int"):
        leafmill.extract(5)  # type: ignore[arg-type]


def test_a_str_is_decoded_whatever_it_declares() -> None:
    page = "<meta charset=latin1><p>Grüße an alle, die heute hier sind."
    assert leafmill.extract(page, method="all") == "Grüße an alle, die heute hier sind."


def test_bytes_are_decoded_by_their_media_type() -> None:
    page = "<p>Привет всем, кто сегодня здесь".encode("koi8-r")
    text = leafmill.extract(page, content_type="text/html; charset=koi8-r", method="all")
    assert text == "Привет всем, кто сегодня здесь"


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("<p>Grüße \ud800 an \udcff alle", "Grüße \ufffd an \ufffd alle"),
        ("<p>Grüße \ud83d\ude00", "Grüße 😀"),
        # The text has no control characters.
            ("<p>one \x1b$B?eCf\x1b(B", "one $B?eCf(B"),
        ("<meta charset=utf-16><p>o\0n\0e\0", "one"),
        ("\ufeff<p>one", "one"),
    ],
    ids=["lone surrogates", "a pair of surrogates", "escapes", "NULs", "a mark"],
)
def test_a_str_is_not_decoded_again(page: str, text: str) -> None:
    assert leafmill.extract(page, method="all") == text
    made = leafmill.document(page, method="all", content_type="text/html; charset=koi8-r")
    assert made.text == text
    charset = {"name": "UTF-8", "from": "given", "replaced": 0}
    assert (made.record["charset"], made.record["content_type"]) == (charset, None)


def test_there_is_always_a_text() -> None:
    assert [leafmill.extract(page) for page in ("", b"", "<html>", b"%PDF-1.4", "\0")] == [""] * 5


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: leafmill.extract("", method="wo"), "no method `wo`; there are all, bte"),
        (lambda: leafmill.extract("", windw=3, method="wu"), "`wu` has leaf, window"),
        (lambda: leafmill.extract("", method="grain", mode="best"), "precision|balanced|recall"),
        (lambda: leafmill.extract("", method="wu", window=4), "1..99, odd"),
        (lambda: leafmill.extract("", format="pdf"), 'no format "pdf"; there are text, markdown, html, xml, tei'),
        (lambda: leafmill.extract_batch([""], format="pdf"), 'no format "pdf"; there are text, markdown, html, xml, tei'),
        (lambda: leafmill.document("", keys="words"), 'no key "words"; there are id, url, title, text'),
        (lambda: leafmill.document("", with_links="some"), 'no links "some"; there are content, all'),  # type: ignore[arg-type]
        (lambda: leafmill.extract("", drop="tables"), 'no drop "tables"; there are links, images'),
        (lambda: leafmill.extract("", max_depth=3), "max_depth is from 16 to 4096, not 3"),
        (lambda: leafmill.extract("", max_attributes=5000), "max_attributes is from 0 to 4096"),
        (lambda: leafmill.read("", status="ok"), 'no status "ok"; there are codes such as 404'),
        (lambda: leafmill.Extractor("wu", window="1|3"), "it stands for several runs"),
        (lambda: leafmill.extract("", max_nodes=-1), "max_nodes is -1; it is 0 or more"),
        (lambda: leafmill.extract("", max_ms=-1), "max_ms is -1; it is 0 or more"),
        (lambda: leafmill.extract_batch([""], threads=1 << 64), "it is 0 or more, of 64 bits"),
        (lambda: leafmill.read("", min_words=-1), "min_words is -1; it is 0 or more"),
        (lambda: leafmill.parts("", bytes=-1), "bytes is -1; it is 0 or more"),
        (lambda: leafmill.evaluate("", seed=-1), "seed is -1; it is 0 or more"),
    ],
)
def test_what_is_asked_for_wrongly_names_what_is_valid(
    call: Callable[[], Any], message: str
) -> None:
    with pytest.raises(ValueError) as caught:
        call()
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: leafmill.extract("", max_nodes="9"), "max_nodes is a whole number, not str"),
        (lambda: leafmill.extract("", max_ms=0.5), "max_ms is a whole number, not float"),
        (lambda: leafmill.extract_batch([""], threads=True), "threads is a whole number, not bool"),
        (lambda: leafmill.extract("", visible_only="no"), "visible_only is True or False, not str"),
        (lambda: leafmill.extract("", drop=5.0), "drop is a str or several, not float"),
        (lambda: leafmill.extract("", method=None), "method is a str, not NoneType"),
        (lambda: leafmill.extract("", mode=["recall"]), "mode is a str, a number, a bool or a path"),
        (lambda: leafmill.extract("", format=5), "format is a str, not int"),
        (lambda: leafmill.read("", status=[2.5]), "status is a str, not float"),
        (lambda: leafmill.read("", host=5), "host is a str, not int"),
        (lambda: leafmill.document("", keys=5), "keys is a str, not int"),
    ],
)
def test_what_has_a_wrong_type_is_named(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(TypeError) as caught:
        call()
    assert message in str(caught.value)


def test_no_setting_of_a_method_has_the_name_of_an_argument() -> None:
    arguments = {"url", "content_type", "method", "format", "max_ms", "threads", "column", "keys"}
    arguments |= {"html", "pages", "stream", "source", "damage", "bodies", "part", "with_links"}
    arguments |= {"status", "host", "min_words", *Options._fields}
    for method in leafmill.METHODS:
        assert not arguments & {parameter.name for parameter in method.parameters}, method.name


def test_settings_are_arguments_or_part_of_the_spec(pages: list[bytes]) -> None:
    by_argument = leafmill.extract(pages[0], method="wu(paper)", k=0, window=7)
    assert by_argument == leafmill.extract(pages[0], method="wu(paper,k=0,window=7)")
    assert leafmill.Extractor("crunch", images=True).spec == "crunch(images=on)"


def test_a_document_says_how_the_page_fared() -> None:
    page = leafmill.document(PAGE, url="https://a.example/mill")
    assert (page.title, page.text, page.status) == ("Mills", TEXT, "ok")
    assert page.url == page.id == "https://a.example/mill"
    assert page.to_dict()["text"] == TEXT
    assert leafmill.document("").status == "empty"
    assert leafmill.document(b"%PDF-1.4").status == "not_html"
    assert pickle.loads(pickle.dumps(page)) == page


def test_content_is_written_as_text_markdown_or_html() -> None:
    page = "<h1>Mills</h1><p>It ran <b>dry</b>, says <a href=/ann>Ann</a>."
    assert leafmill.extract(page, method="all") == "Mills\nIt ran dry, says Ann."
    made = leafmill.extract(page, method="all", format="markdown", url="https://a.example/mill")
    assert made == "# Mills\n\nIt ran **dry**, says [Ann](https://a.example/ann)."
    assert "<h1>Mills</h1>" in leafmill.extract(page, method="all", format="html")


@pytest.mark.parametrize("name", ["xml", "tei"])
def test_xml_and_tei_are_documents_as_the_program_writes_them(name: str, tmp_path: Path) -> None:
    file = tmp_path / "mill.html"
    file.write_text(PAGE)
    program = [sys.executable, "-m", "leafmill", "extract", str(file), "-o", "-", "--format", name]
    written = subprocess.run(program, check=True, capture_output=True, text=True).stdout
    of_program, own = ElementTree.fromstring(written), leafmill.extract(PAGE, format=name)
    found = ElementTree.fromstring(own)
    assert found.tag == of_program.tag
    content = [
        [(part.tag, part.text) for part in root.iter() if "The mill" in (part.text or "") or part.tag.endswith("p")]
        for root in (found, of_program)
    ]
    assert content[0] == content[1] and len(content[0]) > 1
    assert leafmill.extract_batch([PAGE, "<nav>"], format=name) == [own, ""]


def test_settings_of_an_extractor_go_with_it_and_are_arguments_of_functions() -> None:
    page = "<p>It <a href=/why>ran dry</a> in May.<p><img src=/mill.jpg alt=Mill><p>Three<p>Four"
    few = leafmill.Extractor("all", drop=["links", "images"], max_nodes=12, max_body=1 << 20)
    assert repr(few) == "Extractor('all', drop=('links', 'images'), max_nodes=12, max_body=1048576)"
    again = pickle.loads(pickle.dumps(few))
    assert again == few == leafmill.Extractor("all", drop="links,images", max_nodes=12, max_body=1 << 20)
    assert again != leafmill.Extractor("all", max_nodes=12) and hash(again) == hash(few)
    content = again.extract(page, format="markdown")
    assert content.startswith("It ran dry in May.") and "mill.jpg" not in content
    assert "Four" not in content
    settings = {"method": "all", "drop": "links,images", "max_nodes": 12, "format": "markdown"}
    assert leafmill.extract(page, **settings) == content  # type: ignore[arg-type]
    assert leafmill.extract_batch([page], **settings) == [content]  # type: ignore[arg-type]
    assert leafmill.extract(page, **settings | {"drop": ["links", "images"]}) == content  # type: ignore[arg-type]
    assert "](/why)" in leafmill.extract(page, method="all", drop="images", format="markdown")


def test_what_a_page_hides_is_left_out_where_that_is_asked_for(tmp_path: Path) -> None:
    page = "<p>It ran dry in May.<p hidden>One</p><p style='display:none'>Two<p class=sr-only>Three"
    whole = ["It ran dry in May.", "One", "Two", "Three"]
    assert leafmill.extract(page, method="all").splitlines() == whole
    seen = leafmill.Extractor("all", visible_only=True)
    again = pickle.loads(pickle.dumps(seen))
    assert again == seen and again.visible_only and seen != leafmill.Extractor("all")
    file = tmp_path / "mill.html"
    file.write_text(page)
    for text in [
        leafmill.extract(page, method="all", visible_only=True),
        again.extract(page),
        leafmill.document(page, method="all", visible_only=True).text,
        *leafmill.extract_batch([page], method="all", visible_only=True),
        *(row.text for row in leafmill.read(file, method="all", visible_only=True)),
    ]:
        assert text == whole[0]


def test_a_document_has_the_keys_that_were_asked_for() -> None:
    page = leafmill.document(PAGE, keys=["markdown", "html"])
    assert set(page.to_dict()) == {"schema", "id", "markdown", "html", "status"}
    assert page.markdown == leafmill.extract(PAGE, format="markdown") and page.text == ""
    assert page.html and page.html == leafmill.extract(PAGE, format="html")
    assert leafmill.document(PAGE).markdown is None


def test_what_a_page_says_of_itself_is_there_on_request() -> None:
    page = leafmill.document(
        "<html lang=en><title>Dry</title><meta name=author content='Ann Miller'>"
        "<meta property=article:published_time content=2024-05-01><h1>Dry</h1>"
        "<p>It ran dry in May, says <a href=/ann>Ann</a>.",
        keys="text,metadata,links",
        url="https://a.example/mill",
        method="all",
    )
    assert (page.authors, page.date, page.language) == (["Ann Miller"], "2024-05-01", "en")
    assert [link["url"] for link in page.links] == ["https://a.example/ann"]
    assert leafmill.document(PAGE).metadata == {} and leafmill.document(PAGE).comments == []


def test_a_page_over_its_time_is_given_up() -> None:
    page = "<p>It ran dry in May." * 20_000
    assert leafmill.document(page, max_ms=0).status == "timeout"
    assert leafmill.extract(page, max_ms=0) == ""
    assert leafmill.extract_batch([page, "<p>x"], max_ms=60_000)[0].startswith("It ran dry")


def test_a_batch_is_as_one_by_one(pages: list[bytes]) -> None:
    one_by_one = [leafmill.extract(page) for page in pages]
    for threads in (0, 1, 2, 5):
        assert leafmill.extract_batch(pages, threads=threads) == one_by_one
    assert leafmill.extract_batch([]) == []
    assert leafmill.extract_batch(tuple(pages[:2])) == one_by_one[:2]


def test_mangled_pages_have_a_text_or_none(pages: list[bytes]) -> None:
    bad = mangled(pages, 1000)
    texts = leafmill.extract_batch(bad)
    assert len(texts) == 1000 and all(isinstance(text, str) for text in texts)
    statuses = {leafmill.document(page).status for page in bad[:100]}
    assert statuses <= {"ok", "empty", "not_html", "truncated"}


def test_an_extractor_is_pickled_and_shared_by_threads(pages: list[bytes]) -> None:
    mill = leafmill.Extractor("grain", scope="article")
    again = pickle.loads(pickle.dumps(mill))
    assert again == mill and hash(again) == hash(mill) and again != leafmill.Extractor("wu")
    expected = [mill.extract(page) for page in pages]
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(again.extract, pages * 3)) == expected * 3


class Paragraphs(leafmill.Extractor):
    """A subclass with a constructor and a state of its own."""

    def __init__(self, least: int) -> None:
        super().__init__("all", max_nodes=12)
        self.least = least

    def of(self, page: str) -> list[str]:
        return [line for line in self.extract(page).splitlines() if len(line) >= self.least]


def test_a_subclass_is_pickled_with_what_is_its_own() -> None:
    again = pickle.loads(pickle.dumps(Paragraphs(5)))
    assert type(again) is Paragraphs and again == Paragraphs(5)
    assert again.of("<p>One<p>Three<p>It ran dry.<p>Four") == ["Three", "It ran dry."]


def test_the_interpreter_goes_on_meanwhile(pages: list[bytes]) -> None:
    is_over = threading.Event()
    ticks = 0

    def tick() -> None:
        nonlocal ticks
        while not is_over.is_set():
            ticks += 1
            time.sleep(0.001)

    ticker = threading.Thread(target=tick)
    ticker.start()
    began = time.monotonic()
    leafmill.extract_batch(pages * 20, threads=1)
    passed = time.monotonic() - began
    is_over.set()
    ticker.join()
    # With the lock held there would be a tick or two.
    assert ticks > min(20, passed * 50)


def test_the_table_of_methods() -> None:
    names = [method.name for method in leafmill.METHODS]
    assert {"grain", "wu", "all"} <= set(names)
    wu = leafmill.METHODS[names.index("wu")]
    window = next(parameter for parameter in wu.parameters if parameter.name == "window")
    assert window.values == "1..99, odd" and "paper" in wu.presets and wu.cite


def test_an_evaluation_is_the_programs(tmp_path: Any) -> None:
    summary = leafmill.evaluate("datasets/sample", "all", output=tmp_path)
    assert summary["datasets"][0]["name"] == "sample"
    assert (tmp_path / "pages.csv").is_file()
    with pytest.raises(ValueError, match="no method `wo`"):
        leafmill.evaluate("datasets/sample", "wo")
