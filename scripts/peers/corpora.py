"""The pages and golds of a data set, in the layout of its publisher.

The layouts are recognised by what they hold: our own form, WCXB and cwce (whose golds `score.py`
reads), Scrapinghub's articles, CleanEval and CleanPortalEval, DAnIEL, trafilatura's snippets, and Fundus.
Page ids are those that `leafmill extract` gives the same files.
"""

import gzip
import html
import json
import re
from pathlib import Path
from typing import NamedTuple

import score

# CleanEval's gold opens with the page's address and begins each block with <p>, <h> or <l>.
CLEANEVAL_MARKS = re.compile(r"\A\s*URL:\s*\S+|<(?:p|h|l)>|</?text[^>]*>", re.IGNORECASE)
PARAGRAPH = re.compile(r"</?p>")


class Page(NamedTuple):
    """A page and what is known of its main content."""

    id: str
    path: Path
    url: str | None
    kind: str | None
    gold: str
    required: tuple = ()
    forbidden: tuple = ()

    def body(self):
        """The page's bytes."""
        data = self.path.read_bytes()
        return gzip.decompress(data) if self.path.suffix == ".gz" else data


def read(root):
    """The pages of a data set, sorted by id; ValueError where the layout is unknown."""
    for holds, layout in LAYOUTS:
        if any(root.glob(holds)):
            return sorted(layout(root))
    raise ValueError(f"{root} is no data set known here")


def measures(pages):
    """The measures that fit the data set: its own benchmark's, then `words`."""
    if any(page.required for page in pages):
        return ["snippets"]
    if pages[0].path.parent.parent.joinpath("ground-truth.json").is_file():
        return ["shingles(4)", "words"]
    if pages[0].path.parent.parent.joinpath("ground-truth").is_dir():
        return ["words(cjk=run)", "words"]
    return ["words"]


def own(root):
    for line in (root / "gold.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        path = root / "pages" / f"{row['id']}.html.gz"
        yield Page(row["id"], path, row.get("url"), row.get("kind"), row["text"])


def wcxb(root):
    base = root / "dev" if (root / "dev").is_dir() else root
    for name, gold in score.read_golds(root).items():
        row = json.loads((base / "ground-truth" / f"{name}.json").read_text(encoding="utf-8"))
        yield Page(name, base / "html" / f"{name}.html.gz", row.get("url"), gold.kind, gold.text)


def cwce(root):
    for name, gold in score.read_golds(root).items():
        yield Page(name, root / "original" / f"{name}.html", None, None, gold.text)


def scrapinghub(root):
    golds = json.loads((root / "ground-truth.json").read_text(encoding="utf-8"))
    for name, row in golds.items():
        yield Page(name, root / "html" / f"{name}.html.gz", row.get("url"), None, row.get("articleBody", ""))


def cleaneval(root):
    for path in (root / "GoldStandard").glob("*.txt"):
        text = html.unescape(CLEANEVAL_MARKS.sub(" ", path.read_text(encoding="utf-8", errors="replace")))
        yield Page(path.stem, root / "input" / f"{path.stem}.html", None, None, text)


def daniel(root):
    languages = json.loads((root / "doc_lg.json").read_text(encoding="utf-8"))
    for path in (root / "reference").iterdir():
        text = PARAGRAPH.sub("\n", path.read_text(encoding="utf-8"))
        yield Page(path.name, root / "html" / f"{path.name}.gz", None, languages[path.name], text)


def trafilatura(root):
    rows = json.loads((root / "evaldata.json").read_text(encoding="utf-8"))
    for url, row in rows.items():
        file = f"{row['file']}.gz"
        path = next(path for path in (root / "cache" / file, root / "eval" / file) if path.is_file())
        name = re.sub(r"\.html?$", "", row["file"])
        yield Page(name, path, url, None, "", tuple(row["with"]), tuple(row["without"]))


def fundus(root):
    for name, gold in score.read_golds(root).items():
        yield Page(name, root / f"{name}.html.gz", None, gold.kind, gold.text)


LAYOUTS = (
    ("gold.jsonl", own),
    ("dev/ground-truth", wcxb),
    ("ground-truth", wcxb),
    ("cleaned", cwce),
    ("ground-truth.json", scrapinghub),
    ("GoldStandard", cleaneval),
    ("doc_lg.json", daniel),
    ("evaldata.json", trafilatura),
    ("*/*.info", fundus),
)
