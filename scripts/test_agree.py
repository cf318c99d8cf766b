"""agree.py on a data set of two pages, with a stand-in for the program."""

import contextlib
import io
import tempfile
import unittest
from pathlib import Path

import agree

PROGRAM = """#!/usr/bin/env python3
import csv, sys
words = {"a": (1, 1, 2), "b": (1, 2, 1)}
out = sys.argv[sys.argv.index("-o") + 1]
if sys.argv[1] == "extract":
    with open(out, "w") as file:
        file.write('{"id": "pages/a", "text": "one"}\\n{"id": "pages/b", "text": "%s"}\\n' % TEXT)
else:
    with open(out + "/pages.csv", "w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow("dataset,page,kind,spec,measure,matched,extracted,gold,precision,recall,f1".split(","))
        for measure in ("words", "words(cjk=run)", "lcs"):
            for page, (matched, extracted, gold) in words.items():
                p, r = matched / extracted, matched / gold
                rows.writerow(["two", page, "", "wu", measure, matched, extracted, gold, p, r, 2 * p * r / (p + r)])
        rows.writerow(["two", "a", "", "wu", "shingles(4)", 0, 1, 1, 0, 0, 0])
        rows.writerow(["two", "b", "", "wu", "shingles(4)", 0, 1, 1, 0, 0, 0])
"""


class Agree(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.data = Path(scratch.name, "two")
        (self.data / "pages").mkdir(parents=True)
        gold = '{"id": "a", "text": "one two"}\n{"id": "b", "text": "three"}\n'
        (self.data / "gold.jsonl").write_text(gold, encoding="utf-8")

    def compare(self, text):
        program = self.data.parent / "leafmill"
        program.write_text(PROGRAM.replace("TEXT", repr(text)), encoding="utf-8")
        program.chmod(0o755)
        with contextlib.redirect_stdout(io.StringIO()):
            return agree.compare(program, self.data, "wu")

    def test_every_measure_that_the_gold_supports_is_compared(self):
        rows = self.compare("three four")
        self.assertEqual([row["measure"] for row in rows], agree.TEXTS)
        self.assertEqual([row["differences"] for row in rows], [0, 0, 0, 0])
        self.assertIn("| two | 2 | `wu` | `words` | 0.7500 / 0.7500 / 0.6667 | 0.7500 / 0.7500 / 0.6667 | same |", agree.readme(rows))

    def test_a_difference_is_seen(self):
        rows = self.compare("three four five")
        self.assertEqual([row["differences"] for row in rows], [1, 1, 0, 1])
        self.assertIn("| differ |", agree.readme(rows))

    def test_wrapped_pages_are_unwrapped(self):
        pages = self.data / "pages"
        (pages / "a.html").write_bytes(b"<p>plain")
        self.assertEqual(agree.unwrapped(pages, self.data / "copy"), pages)
        (pages / "b.html").write_bytes(b'<text id="x"><p>b</p></text>')
        copy = agree.unwrapped(pages, self.data / "copy")
        found = {path.name: path.read_bytes() for path in copy.iterdir()}
        self.assertEqual(found, {"a.html": b"<p>plain", "b.html": b"<p>b</p></text>"})

    def test_pages_lie_where_the_layout_has_them(self):
        self.assertEqual(agree.pages(self.data), [self.data / "pages"])
        self.assertEqual(agree.pages(self.data.parent), [])


if __name__ == "__main__":
    unittest.main()
