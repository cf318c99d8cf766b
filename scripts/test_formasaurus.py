"""Tests formasaurus.py on an archive made here."""

import io
import json
import os
import stat
import tarfile
import tempfile
import unittest
from pathlib import Path

import formasaurus as making

PAGES = {
    "shop-0": "<ul><li>Home</ul><h1>The  old mill</h1><p>Flour, ground here.<p>$ 4",
    "shop-1": "<p>Bread is baked on Mondays.",
}


def archive(folder):
    """A source archive with the pages."""
    path = Path(folder, "package.tar.gz")
    index = {f"html/{name}.html": {"url": f"https://{name}.example/"} for name in PAGES}
    files = {f"html/{name}.html": page for name, page in PAGES.items()} | {"index.json": json.dumps(index)}
    with tarfile.open(path, "w:gz") as out:
        for name, content in files.items():
            entry = tarfile.TarInfo(f"{making.DATA}/{name}")
            entry.size = len(content.encode())
            out.addfile(entry, io.BytesIO(content.encode()))
    return path


def program(folder, texts):
    """A program that says that these are the pages' texts."""
    path = Path(folder, "leafmill")
    rows = "".join(json.dumps({"id": name, "text": text}) + "\n" for name, text in texts.items())
    path.write_text(f"#!/bin/sh\ncat <<'END'\n{rows}END\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


class Making(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.output = Path(self.folder.name, "set")

    def label(self, name, kind, lines):
        return {"id": name, "kind": kind, "language": "en", "lines": "".join(map(making.digest, lines))}

    def make(self, *labels):
        leafmill = program(self.folder.name, {"shop-0": "Home\nThe old mill\nFlour, ground here.\n$ 4", "shop-1": None})
        missing = making.make(archive(self.folder.name), labels, leafmill, self.output)
        rows = [json.loads(line) for line in (self.output / "gold.jsonl").read_text().splitlines()]
        return missing, rows

    def test_lines_are_found_by_their_letters(self):
        label = self.label("shop-0", "product", ["The oldmill", "flour ground here", "$4"])
        missing, rows = self.make(label, self.label("shop-1", "service", ["Bread"]))
        self.assertEqual(missing, {"shop-1": 1})
        self.assertEqual(rows[0]["text"], "The old mill\nFlour, ground here.\n$ 4")
        self.assertEqual((rows[0]["url"], rows[1]["text"]), ("https://shop-0.example/", ""))
        self.assertEqual(sorted(os.listdir(self.output / "pages")), ["shop-0.html.gz", "shop-1.html.gz"])

    def test_lines_that_are_not_there_are_told(self):
        missing, rows = self.make(self.label("shop-0", "product", ["The old mill", "Bread"]))
        self.assertEqual((missing, rows[0]["text"]), ({"shop-0": 1}, "The old mill"))


class Labels(unittest.TestCase):
    def test_every_page_has_content(self):
        labels = [json.loads(line) for line in making.LABELS.read_text().splitlines()]
        self.assertGreater(len(labels), 300)
        self.assertEqual(len({label["id"] for label in labels}), len(labels))
        for label in labels:
            self.assertTrue(label["lines"], label["id"])


if __name__ == "__main__":
    unittest.main()
