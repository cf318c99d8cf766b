"""Worked examples for score.py."""

import contextlib
import csv
import io
import json
import random
import tempfile
import unittest
import unittest.mock
from pathlib import Path

import originals
import score

RUN = score.WORDS["words(cjk=run)"]


class Words(unittest.TestCase):
    def test_words_are_lower_cased_runs_of_word_characters(self):
        self.assertEqual(score.words("A cat, a CAT_2 — ½!"), {"a": 2, "cat": 1, "cat_2": 1, "½": 1})

    def test_a_cjk_character_is_a_word(self):
        self.assertEqual(score.words("東京2020へ、"), {"東": 1, "京": 1, "2020": 1, "へ": 1})

    def test_cjk_runs_stay_whole_in_the_benchmarks_form(self):
        self.assertEqual(score.words("東京2020へ、", RUN), {"東京2020へ": 1})

    def test_cjk_punctuation_is_no_word(self):
        self.assertEqual(score.words("・。「ー」"), {"ー": 1})


class Page(unittest.TestCase):
    def test_counts_each_word_as_often_as_both_have_it(self):
        # 3 of 4 extracted words are in the gold, which has 5: "the" counts twice, "dog" not at all.
        found = score.score_page("the the cat dog", "The cat and the hat")
        self.assertEqual((found.precision, found.recall), (3 / 4, 3 / 5))
        self.assertAlmostEqual(found.f1, 2 / 3)

    def test_order_does_not_matter(self):
        self.assertEqual(score.score_page("b a", "a b"), (1, 1, 1))

    def test_nothing_in_common(self):
        self.assertEqual(score.score_page("x", "y"), (0, 0, 0))
        self.assertEqual(score.score_page("", "y"), (0, 0, 0))

    def test_empty_gold_wants_empty_output(self):
        self.assertEqual(score.score_page(" \n", ""), (1, 1, 1))
        self.assertEqual(score.score_page("x", ""), (0, 0, 0))


class Shingles(unittest.TestCase):
    def count(self, text, gold):
        return score.MEASURES["shingles(4)"].count(text, score.Gold(gold, None))

    def test_four_words_in_a_row(self):
        # abcd bcde cdef against abcd bcdx.
        self.assertEqual(self.count("a b c d e f", "a, b. c d x"), (1, 3, 2))
        self.assertEqual(self.count("A b c d", "a b c d"), (0, 1, 1))

    def test_a_short_text_is_one_shingle(self):
        self.assertEqual(self.count("a b", "a b"), (1, 1, 1))
        self.assertEqual(self.count("", "a"), (0, 0, 1))

    def test_means_are_over_pages_with_output_and_with_gold(self):
        average = score.MEASURES["shingles(4)"].average
        self.assertEqual(average([(1, 2, 2), (0, 0, 4), (0, 2, 0)]), (0.25, 0.25, 0.25))


class Sequence(unittest.TestCase):
    def count(self, measure, text, gold):
        return score.MEASURES[measure].count(text, score.Gold(gold, None))

    def test_order_counts(self):
        self.assertEqual(self.count("lcs", "a b c B", "b A c b"), (3, 4, 4))
        self.assertEqual(self.count("lcs", "c b a", "a b c"), (1, 3, 3))
        self.assertEqual(self.count("lcs", "a a a", "a a"), (2, 3, 2))
        self.assertEqual(self.count("lcs", "", "a"), (0, 0, 1))

    def test_it_is_the_length_of_the_textbooks_table(self):
        draw = random.Random(1)
        for _ in range(50):
            left, right = ([draw.choice("abcd") for _ in range(draw.randint(0, 12))] for _ in range(2))
            table = [[0] * (len(right) + 1) for _ in range(len(left) + 1)]
            for i, x in enumerate(left):
                for j, y in enumerate(right):
                    table[i + 1][j + 1] = table[i][j] + 1 if x == y else max(table[i][j + 1], table[i + 1][j])
            self.assertEqual(score.longest_common(left, right), table[-1][-1])

    def test_cleaneval_takes_words_between_white_space_with_their_case(self):
        self.assertEqual(self.count("cleaneval", "One two,  three", "one two, three four"), (2, 3, 4))


class Snippets(unittest.TestCase):
    GOLD = score.Gold("", None, ("One  two", "three", "gone"), ("Menu", "Über uns"))

    def count(self, measure, text):
        return score.MEASURES[measure].count(text, self.GOLD)

    def test_white_space_is_folded_and_case_counts(self):
        self.assertEqual(self.count("snippets", "Menu: One\n two threefold"), (2, 3, 3))
        self.assertEqual(self.count("snippets", "MENU one two Three"), (0, 0, 3))

    def test_case_is_folded_and_white_space_counts(self):
        self.assertEqual(self.count("snippets(fold=case)", "ÜBER UNS, one  two, One two"), (1, 2, 3))

    def test_counts_of_all_pages_together(self):
        self.assertEqual(score.MEASURES["snippets"].average([(1, 2, 2), (1, 1, 2)])[:2], (2 / 3, 1 / 2))


class Program(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name) / "two"
        self.root.mkdir()

    def write_rows(self, *rows):
        path = self.root / "out.jsonl"
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        return path

    def write_own_gold(self):
        rows = [{"id": "a", "kind": "forum", "text": "one two"}, {"id": "b", "kind": "article", "text": ""}]
        (self.root / "gold.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")

    def run_main(self, *args):
        out, err = io.StringIO(), io.StringIO()
        with unittest.mock.patch("sys.argv", ["score.py", *map(str, args)]):
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                code = score.main()
        return code, out.getvalue() + err.getvalue()

    def write_csv(self, f1):
        path = self.root / "pages.csv"
        fields = "dataset,page,kind,spec,measure,matched,extracted,gold,precision,recall,f1".split(",")
        with open(path, "w", encoding="utf-8", newline="") as file:
            rows = csv.writer(file)
            rows.writerow(fields)
            rows.writerow(["two", "a", "forum", "all", "words", 1, 1, 2, 1.0, 0.5, f1])
            rows.writerow(["two", "b", "article", "all", "words", 0, 0, 0, 1.0, 1.0, 1.0])
            rows.writerow(["two", "a", "forum", "all", "words(cjk=run)", 0, 0, 0, 0.0, 0.0, 0.0])
            rows.writerow(["other", "a", "forum", "all", "words", 0, 0, 0, 0.0, 0.0, 0.0])
        return path

    def test_prints_means_and_kinds(self):
        self.write_own_gold()
        out = self.write_rows({"id": "pages/a", "text": "one"}, {"id": "pages/b", "text": ""})
        code, printed = self.run_main(out, self.root)
        self.assertEqual(code, 0)
        self.assertIn("all                 2  1.0000  0.7500  0.8333", printed)
        self.assertIn("forum               1  1.0000  0.5000  0.6667", printed)

    def test_a_row_ends_at_a_newline_alone(self):
        path = self.root / "out.jsonl"
        path.write_text('{"id": "a", "text": "one\u2028two"}\n', encoding="utf-8")
        self.assertEqual(score.read_texts(path, {"a"}), {"a": "one\u2028two"})

    def test_agrees_with_the_programs_table(self):
        self.write_own_gold()
        out = self.write_rows({"id": "a", "text": "one"}, {"id": "b", "text": ""})
        code, printed = self.run_main(out, self.root, "--against", self.write_csv(0.6667))
        self.assertEqual((code, "the same within 0.001" in printed), (0, True), printed)

    def test_reports_a_difference(self):
        self.write_own_gold()
        out = self.write_rows({"id": "a", "text": "one"}, {"id": "b", "text": ""})
        code, printed = self.run_main(out, self.root, "--against", self.write_csv(0.669))
        self.assertEqual(code, 1)
        self.assertIn("a: here", printed)

    def test_refuses_a_missing_row_and_an_unknown_spec(self):
        self.write_own_gold()
        one = self.write_rows({"id": "a", "text": "one"})
        self.assertEqual(self.run_main(one, self.root)[0], 2)
        both = self.write_rows({"id": "a", "text": "one"}, {"id": "b", "text": ""})
        code, printed = self.run_main(both, self.root, "--against", self.write_csv(0.6667), "--spec", "wu")
        self.assertEqual(code, 2)
        self.assertIn("['all']", printed)

    def test_reads_wcxb(self):
        folder = self.root / "dev/ground-truth"
        folder.mkdir(parents=True)
        gold = {"_internal": {"page_type": {"primary": "listing"}}, "ground_truth": {}}
        gold["ground_truth"] = {"main_content": "x y", "with": ["x"]}
        (folder / "0001.json").write_text(json.dumps(gold), encoding="utf-8")
        (folder / "0002.json").write_text(json.dumps({"ground_truth": {"title": "t"}}), encoding="utf-8")
        golds = {"0001": score.Gold("x y", "listing", ("x",)), "0002": score.Gold("", None)}
        self.assertEqual(score.read_golds(self.root), golds)

    def test_reads_cwce(self):
        (self.root / "cleaned").mkdir()
        (self.root / "cleaned/u.txt").write_text("文", encoding="utf-8")
        self.assertEqual(score.read_golds(self.root), {"u": score.Gold("文", None)})

    def test_reads_scrapinghub(self):
        gold = {"a": {"articleBody": "x y", "url": "https://a.example/"}}
        (self.root / "ground-truth.json").write_text(json.dumps(gold), encoding="utf-8")
        self.assertEqual(score.read_golds(self.root), {"a": score.Gold("x y", None)})

    def test_reads_trafilatura(self):
        gold = {"https://a.example/": {"file": "a.html", "with": ["x"], "without": ["y", "z"]}}
        (self.root / "evaldata.json").write_text(json.dumps(gold), encoding="utf-8")
        self.assertEqual(score.read_golds(self.root), {"a": score.Gold("", None, ("x",), ("y", "z"))})

    def test_reads_cleaneval(self):
        (self.root / "GoldStandard").mkdir()
        marked = "URL: http://a.example/\n\n<p>One &amp; two\n<h>Three <b>\n"
        (self.root / "GoldStandard/1.txt").write_text(marked, encoding="utf-8")
        (self.root / "GoldStandard/2.txt").write_bytes(b"<l>caf\xe9")
        golds = {page: gold.text.strip() for page, gold in score.read_golds(self.root).items()}
        self.assertEqual(golds, {"1": "One & two\nThree <b>", "2": "caf\xe9"})

    def test_reads_daniel(self):
        (self.root / "reference").mkdir()
        (self.root / "reference/2012_a.example_x").write_text("<p>x</p>\n<p>y</p>", encoding="utf-8")
        (self.root / "doc_lg.json").write_text("{}", encoding="utf-8")
        self.assertEqual(score.read_golds(self.root), {"2012_a.example_x": score.Gold("x\ny", None)})

    def test_an_original_scorer_judges_beside_ours(self):
        self.write_own_gold()
        out = self.write_rows({"id": "a", "text": "one"}, {"id": "b", "text": ""})
        original = self.root / "evaluate.py"
        original.write_text("def word_f1(predicted, reference):\n    return (len(predicted), len(reference), 0.5)\n")
        measure = ("--measure", "words(cjk=run)", "--original", original)
        code, printed = self.run_main(out, self.root, *measure)
        self.assertEqual(code, 0, printed)
        self.assertIn("original            2  1.5000  3.5000  0.5000", printed)
        code, printed = self.run_main(out, self.root, "--original", original)
        self.assertEqual((code, "no benchmark's scorer is known for words;" in printed), (2, True), printed)
        original.write_text("")
        code, printed = self.run_main(out, self.root, *measure)
        self.assertEqual((code, "has no word_f1" in printed), (2, True), printed)


class Originals(unittest.TestCase):
    """Each adapter, on a stand-in with the names and forms of the scorer it is for."""

    PAIRS = (("one", score.Gold("one two", None, ("one", "two"), ("x",))), ("", score.Gold("", None)))

    def score(self, measure, code):
        with tempfile.TemporaryDirectory() as root:
            path = Path(root, "original.py")
            path.write_text(code, encoding="utf-8")
            texts = {str(page): text for page, (text, _) in enumerate(self.PAIRS)}
            golds = {str(page): gold for page, (_, gold) in enumerate(self.PAIRS)}
            return originals.score(path, measure, texts, golds)

    def test_scrapinghub(self):
        code = """
def string_shingle_matching(true, pred, ngram_n=4):
    return len(true), len(pred), ngram_n
def metrics_from_tp_fp_fns(rows):
    return {"f1": rows[0][2], "precision": rows[0][0], "recall": rows[0][1] + len(rows)}
"""
        self.assertEqual(self.score("shingles(4)", code), [7, 5, 4])

    def test_trafilatura(self):
        code = """
def count_item(item, result):
    return len(item["with"]), len(item["without"]), len(result), 0
class ConfusionMatrix:
    def __init__(self): self.rows = []
    def add(self, counts): self.rows.append(counts)
    def scores(self): return [*self.rows[0][:2], 0.0, self.rows[0][2]]
"""
        self.assertEqual(self.score("snippets", code), [2, 1, 3])

    def test_cleaneval(self):
        code = """
import os, sys
flag, texts, golds = sys.argv[1:]
for name in sorted(os.listdir(texts)):
    sizes = [os.path.getsize(os.path.join(folder, name)) for folder in (texts, golds)]
    print(name, 50.0, *sizes, 0, 0, sep="\\t")
"""
        precision, recall, f1 = self.score("cleaneval", code)
        self.assertAlmostEqual(precision, 0.015)
        self.assertAlmostEqual(recall, 0.035)
        self.assertEqual(f1, 0.5)

    def test_a_scorer_that_fails_is_said(self):
        with self.assertRaisesRegex(ValueError, "ended with 3"):
            self.score("cleaneval", "raise SystemExit(3)")


if __name__ == "__main__":
    unittest.main()
