"""Tests of how leafmill's documents are compared, with a program that stands in for it."""

import json
import tempfile
import unittest
from pathlib import Path
from types import SimpleNamespace

from documents import documents

# Writes what each call was asked for as the document of all pages.
PROGRAM = """#!/usr/bin/env python3
import json, sys
spec, out = (sys.argv[sys.argv.index(name) + 1] for name in ("-m", "-o"))
with open(out, "w") as file:
    for page in "abc":
        print(json.dumps({"id": page, "markdown": spec}), file=file)
"""


class Folds(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.root = self.folder / "set"
        self.root.mkdir()
        rows = [{"id": page, "text": page} for page in "abc"]
        (self.root / "gold.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
        self.only = self.folder / "only.txt"
        self.only.write_text("set/a\nset/b\n")
        program = self.folder / "leafmill"
        program.write_text(PROGRAM)
        program.chmod(0o755)
        self.args = SimpleNamespace(leafmill=program, fold_models=self.folder / "models")

    def fold(self, number, *pages):
        models = self.folder / f"models/fold-{number}"
        models.mkdir(parents=True)
        (models / "pages.txt").write_text("".join(f"{page}\n" for page in pages))
        return f"grain(models={models})"

    def made(self):
        path = documents.of_folds(self.args, [self.root], self.only, self.folder)
        return {row["id"]: row["markdown"] for row in map(json.loads, path.read_text().splitlines())}

    def test_a_page_is_of_the_models_that_have_not_seen_it(self):
        first, second = self.fold(0, "set/b", "other/a"), self.fold(1, "set/a", "set/c")
        self.assertEqual(self.made(), {"a": second, "b": first})

    def test_a_page_that_is_in_no_fold_is_named(self):
        self.fold(0, "set/b")
        with self.assertRaisesRegex(SystemExit, "1 pages, such as set/a"):
            self.made()


if __name__ == "__main__":
    unittest.main()
