import itertools
import json
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from peers import compare, corpora, measures, runner, tables
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

    def test_fundus_pages_are_named_by_country_and_file(self):
        with tempfile.TemporaryDirectory() as folder:
            country = Path(folder) / "de"
            country.mkdir()
            (country / "Post.info").write_text("{}")
            (country / "Post_2024_05_01.html.gz").write_bytes(b"")
            sections = [{"headline": ["Head"], "paragraphs": ["One.", "Two."]}]
            (country / "Post.json").write_text(json.dumps({"V1": {"body": {"summary": [], "sections": sections}}}))
            [only] = corpora.read(Path(folder))
            self.assertTrue(only.path.is_file())
        self.assertEqual((only.id, only.gold), ("de/Post_2024_05_01", "Head\nOne.\nTwo."))


class Folds(unittest.TestCase):
    def test_each_page_is_extracted_by_the_models_that_have_not_seen_it(self):
        def extract(spec, _pages, cache):
            rows = "".join(json.dumps({"id": f"html/{name}", "text": f"{spec} {name}"}) + "\n" for name in "123")
            (cache / "out.jsonl").write_text(rows)
            return cache / "out.jsonl"

        pages = [page(name) for name in "123"]
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(compare, "extract", extract):
            folds = Path(folder)
            for fold, unseen in (("fold-0", "set/1\nother/2\n"), ("fold-1", "set/2\nset/3\n")):
                (folds / fold).mkdir()
                (folds / fold / "pages.txt").write_text(unseen)
            made = compare.held_out("grain(scope=article)", folds, "set", pages, folds)
            (folds / "fold-1/pages.txt").write_text("set/2\n")
            with self.assertRaisesRegex(SystemExit, "1 pages of set out, the first is 3"):
                compare.held_out("grain", folds, "set", pages, folds)
        spec = f"grain(scope=article,models={folds}/fold-"
        self.assertEqual(made, {"1": f"{spec}0) 1", "2": f"{spec}1) 2", "3": f"{spec}1) 3"})


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
