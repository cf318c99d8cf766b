import itertools
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from peers import corpora, measures, runner, tables
from peers.decode import decode

SAMPLE = Path(__file__).resolve().parents[2] / "datasets/sample"

# A peer that fails in every way that one can.
STUB = """
import json, os, sys
for line in sys.stdin:
    html = json.loads(line)["html"]
    if html == "spin":
        while True: pass
    if html == "crash":
        os.abort()
    print(json.dumps({"error": "no"} if html == "error" else {"text": html.upper()}), flush=True)
"""


def page(name, gold="", kind=None, **snippets):
    return corpora.Page(name, Path(name), None, kind, gold, **snippets)


class Decode(unittest.TestCase):
    def test_mark_then_declaration_then_utf8(self):
        self.assertEqual(decode(b"\xff\xfe" + "<p>é".encode("utf-16-le")), "<p>é")
        self.assertEqual(decode(b"<meta charset=gb2312>\xb0\xa1"), "<meta charset=gb2312>啊")
        self.assertEqual(decode("<p>é".encode()), "<p>é")
        self.assertEqual(decode(b"<meta charset=utf-16><p>"), "<meta charset=utf-16><p>")
        self.assertEqual(decode(b"<meta charset=latin1>\x93"), "<meta charset=latin1>\u201c")


class Corpora(unittest.TestCase):
    def test_the_sample_has_its_pages(self):
        pages = corpora.read(SAMPLE)
        self.assertGreaterEqual(len(pages), 40)
        self.assertTrue(all(it.path.is_file() for it in pages))
        self.assertEqual(corpora.measures(pages), ["words"])

    def test_cleaneval_marks_are_not_gold(self):
        with tempfile.TemporaryDirectory() as folder:
            gold = Path(folder) / "GoldStandard"
            gold.mkdir()
            (gold / "1.txt").write_text("\nURL:\nhttp://a/\n\n<h>Head\n<p>it&#8217;s <l>x")
            [only] = corpora.read(Path(folder))
        self.assertEqual(only.gold.split(), ["Head", "it’s", "x"])


class Measures(unittest.TestCase):
    def test_shingles_average_precision_and_recall_apart(self):
        measure = measures.MEASURES["shingles(4)"]
        one = measure.count("a b c d x", page("1", "a b c d"))
        self.assertEqual(one, (1, 2, 1))
        empty = measure.count("", page("2", "a b"))
        self.assertEqual(empty, (0, 0, 1))
        self.assertEqual(measure.average([one, empty]), (0.5, 0.5, 0.5))

    def test_snippets_count_over_all_pages(self):
        measure = measures.MEASURES["snippets"]
        one = measure.count("yes no", page("1", required=("yes", "other"), forbidden=("no",)))
        two = measure.count("yes", page("2", required=("yes",), forbidden=("no",)))
        precision, recall, _ = measure.average([one, two])
        self.assertEqual((precision, recall), (2 / 3, 2 / 3))


class Runner(unittest.TestCase):
    def test_a_page_that_fails_costs_only_itself(self):
        contents = ["one", "spin", "two", "crash", "error", " ", "three"]
        with tempfile.TemporaryDirectory() as folder:
            pages = []
            for at, text in enumerate(contents):
                path = Path(folder) / f"{at}.html"
                path.write_text(text)
                pages.append(corpora.Page(str(at), path, None, None, ""))
            cache = Path(folder) / "cache/stub.jsonl"
            stub = {"stub": [sys.executable, "-c", STUB]}
            with mock.patch.object(runner, "PEERS", stub), mock.patch.object(runner, "SECONDS", 0):
                rows = runner.run("stub", pages, cache)
            # What is known is not asked for again: there is no such peer now.
            self.assertEqual(runner.run("stub", pages, cache), rows)
        statuses = ["ok", "timeout", "ok", "crash", "error", "empty", "ok"]
        self.assertEqual([row["status"] for row in rows.values()], statuses)
        self.assertEqual(rows["6"]["text"], "THREE")


class Tables(unittest.TestCase):
    def rows(self):
        for tool, text in (("ours", "a b"), ("theirs", "a c")):
            for name in "12":
                it = page(name, "a b", kind="news")
                value = measures.MEASURES["words"].count(text, it)
                yield tables.Row("set", "words", tool, name, "news", "ok", value)

    def test_the_difference_has_its_sign_and_interval(self):
        report = tables.summary(list(self.rows()), "ours", {"theirs": "1.0"})
        self.assertIn("| ours | 1.000 | 1.000 | 1.000 |  | 0 | 0 | 1.000 |", report)
        self.assertIn("| theirs | 0.500 | 0.500 | 0.500 | -0.500 [-0.500, -0.500] | 0 | 0 | 0.500 |", report)

    def test_a_lost_page_is_one_that_a_peer_has_and_is_counted_once(self):
        def rows():
            texts = {"ours": ["", "a b", ""], "theirs": ["a b", "", ""]}
            for measure, (tool, made) in itertools.product(("words(cjk=run)", "words"), texts.items()):
                for name, text in zip("123", made, strict=True):
                    value = measures.MEASURES[measure].count(text, page(name, "a b"))
                    yield tables.Row("set", measure, tool, name, None, "ok", value)

        report = tables.summary(list(rows()), "ours", {"theirs": "1.0"})
        self.assertIn("| set, `words(cjk=run)` | 1 | 0.00 | theirs 1.00 |\n\n1 of 3.", report)

    def test_the_csv_has_a_row_a_page_and_no_text(self):
        with tempfile.TemporaryDirectory() as folder:
            tables.write(Path(folder), "report", list(self.rows()))
            lines = (Path(folder) / "pages.csv").read_text().splitlines()
        self.assertEqual(len(lines), 5)
        self.assertEqual(lines[1], "set,words,ours,1,news,ok,1.0000,1.0000,1.0000")


if __name__ == "__main__":
    unittest.main()
