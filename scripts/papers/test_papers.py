"""Worked examples for the papers' pages, on tables made by hand."""

import csv
import json
import tempfile
import unittest
import xml.etree.ElementTree as xml
from pathlib import Path

from papers import crunch, joshi, lopez, menus, rivals, svg, text, wu
from papers.run import Runner, Score, Table

COLUMNS = "dataset,page,kind,spec,measure,matched,extracted,gold,precision,recall,f1".split(",")


class Folder(unittest.TestCase):
    """A test with a folder of its own."""

    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.root = Path(scratch.name)

    def write_table(self, scores, rows=()):
        """The files of an evaluation: {(dataset, spec, measure): (P, R, F1, kinds)} and rows of pages.csv."""
        sets = {}
        for (data, spec, measure), (precision, recall, f1, kinds) in scores.items():
            mean = {"precision": precision, "recall": recall, "f1": f1}
            sets.setdefault(data, []).append(
                {
                    "spec": spec,
                    "measure": measure,
                    "macro": mean,
                    "micro": mean,
                    "interval": [f1 - 0.01, f1 + 0.01],
                    "kinds": {kind: {**mean, "f1": value} for kind, value in kinds.items()},
                }
            )
        layouts = {"w": "wcxb", "c": "cwce"}
        summary = {
            "datasets": [
                {"name": data, "pages": 2, "digest": "d", "layout": layouts.get(data, "leafmill"), "scores": values}
                for data, values in sets.items()
            ]
        }
        (self.root / "summary.json").write_text(json.dumps(summary), encoding="utf-8")
        with open(self.root / "pages.csv", "w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([COLUMNS, *rows])
        return Table(self.root)


class Reading(Folder):
    def test_scores_and_pages(self):
        row = ["w", "a", "forum", "cnr", "nodes", 3, 4, 3, 0.75, 1.0, 0.857143]
        table = self.write_table({("w", "cnr", "nodes"): (0.75, 1, 0.857143, {"forum": 0.857143})}, [row, ["x", *row[1:]]])
        self.assertEqual(table.sets, {"w": 2})
        score = table.score("w", "cnr", "nodes")
        self.assertEqual((score.recall, score.kinds), (1, {"forum": 0.857143}))
        self.assertEqual(table.pages("w", "cnr", "nodes"), [("a", 3, 4, 3, 0.75, 1.0, 0.857143)])

    def test_the_program_is_run_and_its_command_kept_without_folders(self):
        program = self.root / "program"
        program.write_text('#!/bin/sh\nfor last; do :; done\nprintf "%s\\n" "$@" > "$last.args"\nexit 0\n')
        program.chmod(0o755)
        runner = Runner(program, self.root)
        model = runner.train("wu(k=2)", Path("/data/set"), self.root / "train.txt")
        said = Path(f"{model}.args").read_text(encoding="utf-8").split()
        self.assertEqual(said, ["train", "wu(k=2)", "/data/set", "--only", str(self.root / "train.txt"), "-o", str(model)])
        self.assertEqual(runner.commands, ["leafmill train 'wu(k=2)' set --only train.txt"])
        program.write_text("#!/bin/sh\nexit 2\n")
        with self.assertRaisesRegex(RuntimeError, "ended with 2"):
            runner.train("wu", Path("/data/set"), self.root / "train.txt")


class Wu(unittest.TestCase):
    def test_the_split_is_the_papers_and_always_the_same(self):
        pages = [str(page) for page in range(1358)]
        parts = wu.split(pages)
        self.assertEqual({name: len(part) for name, part in parts.items()}, wu.PARTS)
        self.assertEqual(parts, wu.split(reversed(pages)))
        self.assertNotEqual(parts, wu.split(pages, seed=2))
        drawn = [page for part in parts.values() for page in part]
        self.assertEqual(len(set(drawn)), 1300, "no page is in two parts")

    def test_a_small_set_is_split_alike(self):
        parts = wu.split([str(page) for page in range(26)])
        self.assertEqual([len(part) for part in parts.values()], [6, 10, 10])

    def test_readings_are_told_by_their_difference(self):
        at = {f1: Score(0.5, 0.25, f1, 0.4, (0.3, 0.35), {}) for f1 in (0.7, 0.7005, 0.66)}
        rows = dict.fromkeys(wu.READINGS, (at[0.7], at[0.7]))
        rows["stops=full"] = (at[0.7005], at[0.7])
        rows["mean=raw"] = (at[0.66], at[0.7005])
        page = wu.of_preset("wu", rows)
        self.assertIn("| Definition 4 has the mean of raw scores | `mean=raw` | .500 | .250 | .660 | -0.040 | .701 | +0.001 |", page)
        same, near, far = wu.of_readings(rows)
        self.assertIn("`degree=pairs`", same)
        self.assertEqual(near, "Within .001: `stops=full`.")
        self.assertEqual(far, "`mean=raw` changes most, by -0.040.")

    def test_the_page_has_the_figures(self):
        score = Score(0.5, 0.25, 0.333, 0.4, (0.3, 0.35), {"article": 0.9})
        scores = {(window, limit): score for window in wu.WINDOWS for limit in wu.THRESHOLDS}
        scores[7, 0.6] = Score(0.8, 0.7, 0.75, 0.7, (0.7, 0.8), {})
        names = ("wu, as printed", "wu, paper's reading, tuned", "wu, leafmill's setting", "mountain", "cetr")
        found = dict.fromkeys(names, score)
        read = {"wu": dict.fromkeys(wu.READINGS, (score, score))}
        page = wu.text("w", {"train": 3, "tune": 5}, scores, (7, 0.6), found, read)
        self.assertIn("| window 7, threshold 0.6, the best here |  | 80.0 / 70.0 / 75.0 |", page)
        self.assertIn("| mountain | .500 | .250 | .333 | .300 … .350 | .900 |", page)
        for picture in (wu.figure_6("w", scores), wu.figure_7("w", found)):
            xml.fromstring(picture)


class Lopez(Folder):
    def test_the_papers_rows_do_not_give_its_averages(self):
        rows = lopez.theirs()
        recall, precision, _, full, exact, both, one, apart = lopez.shares(rows)
        self.assertEqual(len(rows), 47)
        self.assertEqual((text.percent(recall), text.percent(precision)), ("94.5", "74.6"))
        self.assertEqual([round(47 * share) for share in (full, exact, both, one, apart)], [44, 26, 23, 47, 0])

    def test_shares_worked_out(self):
        pages = [(1.0, 1.0, 1.0), (1.0, 0.5, 0.667), (0.0, 0.0, 0.0), (0.25, 1.0, 0.4)]
        self.assertEqual(lopez.shares(pages)[3:], [0.5, 0.5, 0.25, 0.75, 0.25])

    def test_table_1_has_the_pages_with_a_gold_block(self):
        rows = [
            ["w", "a", "", "all", "nodes", 3, 40, 3, 0.075, 1.0, 0.14],
            ["w", "a", "", "cnr", "nodes", 3, 4, 3, 0.75, 1.0, 0.857143],
            ["w", "b", "", "all", "nodes", 0, 9, 0, 0.0, 0.0, 0.0],
            ["w", "b", "", "cnr", "nodes", 0, 2, 0, 0.0, 0.0, 0.0],
        ]
        table = self.write_table({("w", "cnr", "nodes"): (0.4, 0.5, 0.4, {})}, rows)
        self.assertEqual(lopez.sample(table, "w"), [["a", 40, 4, "100.0", "75.0", "85.7"]])

    def test_the_picture_is_xml(self):
        xml.fromstring(lopez.figure({"the paper": lopez.theirs()}))


class Menus(Folder):
    def test_menus_are_one_by_half_of_their_words(self):
        home = menus.words("Home News About us")
        self.assertTrue(menus.is_same(home, menus.words("home news")))
        self.assertFalse(menus.is_same(home, menus.words("home other things")))
        self.assertEqual(menus.words("首页 a").total(), 3)
        twice = [home, home]
        self.assertEqual(menus.matches(twice, [home]), 1)

    def test_counts_worked_out(self):
        labels = {"a": [menus.words("one two three"), menus.words("four five six")], "b": []}
        rows = {"a": [{"text": "one two three"}, {"text": "x y"}], "b": [{"text": "z"}]}
        found, in_words = menus.count(rows, labels)
        self.assertEqual((found.matched, found.found, found.gold), (1, 3, 2))
        self.assertEqual(found.scores(), (1 / 3, 1 / 2, 2 / 5))
        self.assertEqual((in_words.matched, in_words.found, in_words.gold), (3, 6, 6))

    def test_the_labels_are_of_pages_of_the_sample(self):
        labels = menus.read_labels(lopez.SAMPLE / "menus.jsonl")
        pages = {path.name.removesuffix(".html.gz") for path in (lopez.SAMPLE / "pages").iterdir()}
        self.assertLessEqual(set(labels), pages)
        self.assertGreaterEqual(sum(1 for menus_of in labels.values() if menus_of), 30)


class Others(Folder):
    def test_joshi(self):
        words = {("w", spec, "words"): (0.9, 0.8, 0.85, {"article": 0.95}) for spec in joshi.TEXT}
        images = {("i", spec, "images"): (0.7, 0.6, 0.65, {}) for spec in joshi.IMAGES}
        table = self.write_table({**words, **images})
        images = Table(self.root)
        images.sets = {"i": 2}
        table.sets = {"w": 2}
        page = joshi.text(table, images)
        self.assertIn("| w, 2 | `joshi` | .900 | .800 | .850 | .950 |", page)
        self.assertIn("| i, 2 | `joshi(paper)` | .700 | .600 | .650 |", page)
        images.sets = {}
        bare = joshi.text(table, images)
        self.assertIn("None of these data sets has gold images.", bare)
        for name in ("cwce", "CleanPortalEval", "Scrapinghub", "WCXB", "readability"):
            self.assertNotIn(name, bare, "a set that was not run")

    def test_joshi_says_what_the_rows_say(self):
        words = {("w", spec, "words"): (0.9, 0.8, 0.86 if spec == "joshi" else 0.5, {}) for spec in joshi.TEXT}
        images = {("i", spec, "images"): (0.7, 0.6, 0.65, {}) for spec in joshi.IMAGES}
        images["i", "joshi(images=all)", "images"] = (0.6, 0.9, 0.72, {})
        images["i", "joshi(paper,itself=on)", "images"] = (0.6, 0.5, 0.55, {})
        table = self.write_table({**words, **images})
        table.sets = {"w": 2, "i": 2}
        self.assertEqual(joshi.of_text(self.only(table, "w"))[0], "Within .05 of the paper's 90 or above: w.")
        first, second = joshi.of_images(self.only(table, "i"))
        self.assertIn("i: `joshi(images=all)` has the highest F1.", first)
        self.assertIn("a recall of .500, where not of .600.", second)

    def only(self, table, name):
        """A table of one set."""
        one = Table(self.root)
        one.sets = {name: table.sets[name]}
        return one

    def test_crunch_is_held_against_its_default(self):
        scores = {("w", spec, "words"): (0.6, 0.9, 0.7, {}) for spec in ["all", "crunch", *crunch.SWITCHES]}
        scores["w", "crunch(blocks)", "words"] = (0.7, 0.9, 0.775, {})
        page = crunch.text(self.write_table(scores))
        self.assertIn("| `crunch(blocks)` | .700 | .900 | .775 | +0.075 |", page)

    def test_yardsticks(self):
        self.assertEqual([rivals.verdict(difference, 0.01) for difference in (-0.011, -0.01, 0.01, 0.02)], ["below", "met", "met", "above"])
        scores = {("w", "cnr", "words"): (0.8, 0.8, 0.7, {"article": 0.895}), ("w", "bte", "words"): (0.8, 0.8, 0.755, {})}
        plain = self.write_table(scores)
        page = rivals.text(rivals.yardsticks(), plain, plain)
        self.assertIn("| w, all pages | `cnr` | .729 | .700 | -0.029 | below |", page)
        self.assertIn("| w, article pages | `cnr` | .893 | .895 | +0.002 | met |", page)
        self.assertIn("1 of\n3 figures are below", page)

    def test_specs_are_in_the_yardsticks_once(self):
        keys = [(row["layout"], row["folds"], row["spec"], row["kind"]) for row in rivals.yardsticks()]
        self.assertEqual(len(keys), len(set(keys)))


class Plots(unittest.TestCase):
    def test_a_bar_is_as_high_as_its_score(self):
        picture = xml.fromstring(svg.bars("a < b", {"P": {"x": 0.5, "y": 1.0}}))
        bars = [box for box in picture.iter("{http://www.w3.org/2000/svg}rect") if box.get("width") == "30"]
        self.assertEqual([float(bar.get("height")) for bar in bars], [svg.HEIGHT / 2, svg.HEIGHT])

    def test_a_line_goes_from_end_to_end(self):
        picture = svg.lines("t", [("P", {"x": [(0, 0.0), (1, 1.0)]})], ("axis", (0, 0.5, 1)))
        self.assertIn(f"M0.0 {svg.HEIGHT}.0L{svg.WIDTH}.0 0.0", picture)
        xml.fromstring(picture)

    def test_bars_in_a_cell_are_escaped(self):
        self.assertEqual(text.code("wu(k=1|2)"), "`wu(k=1\\|2)`")


if __name__ == "__main__":
    unittest.main()
