"""Checks the committed sample data set against itself: pages, gold and WARC."""

import functools
import gzip
import json
import re
import unittest
from html.parser import HTMLParser
from pathlib import Path

import score

SAMPLE = Path(__file__).resolve().parent.parent / "datasets/sample"
KEYS = ["id", "url", "kind", "language", "text", "required", "forbidden"]
KINDS = {"article", "forum", "product", "collection", "listing", "documentation", "service"}
LANGUAGES = {"en", "es", "de", "ru", "ja", "zh", "ar"}
HIDDEN = {"script", "style", "title", "select", "textarea", "template", "svg", "iframe", "object"}
INLINE = {"a", "abbr", "b", "code", "em", "font", "i", "mark", "s", "small", "span", "strong", "sub", "sup", "u"}
CHARSET = re.compile(rb"<meta[^>]*?charset\s*=\s*[\"']?\s*([\w-]+)", re.IGNORECASE)
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


class VisibleText(HTMLParser):
    """What a reader may see, <noscript> included, with a blank at each tag that is not inline; a number raised behind
    a number as such."""

    def __init__(self, html):
        super().__init__(convert_charrefs=True)
        self.parts = []
        self.hidden = 0
        self.is_raised = False
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.hidden += tag in HIDDEN
        self.is_raised = tag == "sup" and "".join(self.parts[-1:])[-1:].isdigit()
        self.parts.append("" if tag in INLINE else " ")

    def handle_endtag(self, tag):
        self.hidden = max(0, self.hidden - (tag in HIDDEN))
        self.is_raised = False
        self.parts.append("" if tag in INLINE else " ")

    def handle_data(self, data):
        if not self.hidden:
            self.parts.append(data.translate(RAISED) if self.is_raised else data)


def decode(body):
    """The page's text by its own declaration, as the WHATWG reads it; else UTF-8, else GB18030."""
    declared = CHARSET.search(body[:1024])
    label = declared[1].decode().lower() if declared else None
    label = {"iso-8859-1": "cp1252", "us-ascii": "cp1252", "shift_jis": "cp932"}.get(label, label)
    if label:
        return body.decode(label)
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError:
        return body.decode("gb18030")


def visible(body):
    """Words of the visible text in document order."""
    return score.WORDS["words"].findall("".join(VisibleText(decode(body)).parts).lower())


def folded(text):
    """White space as single blanks."""
    return " ".join(text.split())


def is_subsequence(wanted, found):
    """Whether all of `wanted` occurs in `found`, in that order."""
    rest = iter(found)
    return all(word in rest for word in wanted)


def for_each_page(test):
    """Runs test(self, gold, body) as a subtest for every page."""

    @functools.wraps(test)
    def run(self):
        for gold in self.golds:
            with self.subTest(page=gold["id"]):
                test(self, gold, self.pages[gold["id"]])

    return run


class Sample(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        lines = (SAMPLE / "gold.jsonl").read_text(encoding="utf-8").splitlines()
        cls.golds = [json.loads(line) for line in lines]
        cls.packed = {path.name.removesuffix(".html.gz"): path.read_bytes() for path in (SAMPLE / "pages").iterdir()}
        cls.pages = {name: gzip.decompress(packed) for name, packed in cls.packed.items()}

    def test_ids_are_sorted_and_name_the_pages(self):
        ids = [gold["id"] for gold in self.golds]
        self.assertEqual(ids, sorted(self.pages))
        self.assertGreaterEqual(len(ids), 44)
        # Walked by file name or sorted by id, the order is the same.
        self.assertEqual(ids, [name.removesuffix(".html.gz") for name in sorted(f"{page}.html.gz" for page in ids)])

    @for_each_page
    def test_rows_have_the_documented_keys(self, gold, body):
        self.assertEqual(list(gold), KEYS)
        self.assertIn(gold["kind"], KINDS)
        self.assertIn(".example/", gold["url"])

    def test_every_kind_and_language_is_there(self):
        self.assertEqual({gold["kind"] for gold in self.golds}, KINDS)
        self.assertEqual({gold["language"] for gold in self.golds}, LANGUAGES)

    @for_each_page
    def test_gold_is_in_the_visible_text_in_reading_order(self, gold, body):
        wanted = score.WORDS["words"].findall(gold["text"].lower())
        self.assertTrue(is_subsequence(wanted, visible(body)))

    @for_each_page
    def test_gold_is_part_of_the_page_only(self, gold, body):
        share = len(score.WORDS["words"].findall(gold["text"])) / max(1, len(visible(body)))
        self.assertLess(share, 0.97)

    @for_each_page
    def test_required_snippets_are_in_the_gold(self, gold, body):
        self.assertEqual(bool(gold["required"]), bool(gold["text"]))
        for snippet in gold["required"]:
            self.assertIn(snippet, folded(gold["text"]))

    @for_each_page
    def test_forbidden_snippets_are_on_the_page_outside_the_gold(self, gold, body):
        self.assertEqual(bool(gold["forbidden"]), bool(gold["text"]))
        for snippet in gold["forbidden"]:
            self.assertNotIn(snippet, folded(gold["text"]))
            self.assertIn(folded(snippet), folded(decode(body)))

    @for_each_page
    def test_pages_are_of_the_size_of_pages(self, gold, body):
        if gold["id"] != "xx-empty":
            self.assertIn(len(body), range(4_000, 40_001))

    def test_gzip_heads_hold_no_time_and_no_name(self):
        for page, packed in self.packed.items():
            self.assertEqual(packed[:8], b"\x1f\x8b\x08\x00\x00\x00\x00\x00", page)

    def test_the_noscript_page_obeys_the_noscript_rule(self):
        body = self.pages["en-forum-noscript"]
        inside = re.search(rb"<noscript.*?</noscript>", body, re.DOTALL)[0]
        words_inside = len(visible(inside))
        self.assertGreaterEqual(words_inside, 100)
        self.assertGreater(words_inside, len(visible(body.replace(inside, b""))))

    def test_charsets_are_what_the_page_list_says(self):
        undeclared = self.pages["zh-news-gb18030-undeclared"]
        self.assertIsNone(CHARSET.search(undeclared))
        with self.assertRaises(UnicodeDecodeError):
            undeclared.decode("utf-8")
        declared = {"ja-docs-shift-jis": b"Shift_JIS", "ru-forum-windows-1251": b"windows-1251"}
        declared |= {"de-news-latin1-meta": b"iso-8859-1", "en-blog-brbr-quirks-latin1": b"ISO-8859-1"}
        for page, label in declared.items():
            self.assertEqual(CHARSET.search(self.pages[page])[1], label)

    def test_the_warc_is_up_to_date(self):
        try:
            from make_warc import addresses, find_pages, record_id
            from warcio.archiveiterator import ArchiveIterator
        except ImportError:
            self.skipTest("warcio is not installed (scripts/venv.sh)")
        with open(SAMPLE / "sample.warc.gz", "rb") as file:
            found = [
                (record.rec_headers["WARC-Record-ID"], record.rec_headers["WARC-Target-URI"], record.content_stream().read())
                for record in ArchiveIterator(file)
                if record.rec_type == "response"
            ]
        urls = addresses(SAMPLE)
        wanted = [(record_id(page), urls[page], self.pages[page]) for page, _ in find_pages(SAMPLE)]
        self.assertEqual(found, wanted)


if __name__ == "__main__":
    unittest.main()
