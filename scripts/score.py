#!/usr/bin/env python3
"""An independent scorer: the word measure by its definition, in nothing but Python's library.

    leafmill extract datasets/sample/pages -o out.jsonl
    python3 scripts/score.py out.jsonl datasets/sample
    python3 scripts/score.py out.jsonl datasets/sample --against results/DIR/pages.csv --spec wu

A text is the multiset of its lower-cased words. With m the size of the intersection of the
extracted and the gold multiset, precision is m / extracted, recall is m / gold, F1 their harmonic
mean, each 0 where m is 0. A page whose gold is empty scores 1 for an empty output, else 0.
Figures are means over pages.

A word is a run of letters, digits, other numbers and `_` (Python's `\\w`). The measure `words`
takes each CJK character as a word of its own; `words(cjk=run)` has no such rule, which is the form
of the WCXB benchmark's own script.

Data sets in three layouts, recognised by what they hold: our own (`gold.jsonl`), WCXB
(`ground-truth/*.json`, also under `dev/`) and cwce (`cleaned/*.txt`).
"""

import argparse
import csv
import json
import re
import sys
from collections import Counter, defaultdict
from pathlib import Path
from typing import NamedTuple

CJK = "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
MEASURES = {
    "words": re.compile(rf"(?=\w)[{CJK}]|[^\W{CJK}]+"),
    "words(cjk=run)": re.compile(r"\w+"),
}
TOLERANCE = 0.001


class Gold(NamedTuple):
    """The main content of a page and, where the data set says it, the kind of page."""

    text: str
    kind: str | None


class Score(NamedTuple):
    """Precision, recall and F1, of a page or as means over pages."""

    precision: float
    recall: float
    f1: float


def main():
    """Scores a JSONL file; the exit code is 1 when --against finds a difference, 2 on bad input."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("jsonl", type=Path, help="extracted documents: one object a line, with id and text")
    parser.add_argument("dataset", type=Path, help="data set directory")
    parser.add_argument("--measure", choices=MEASURES, default="words")
    parser.add_argument("--against", type=Path, metavar="CSV", help="pages.csv of `leafmill evaluate`")
    parser.add_argument("--spec", help="the rows of --against to compare with, where it has several specs")
    args = parser.parse_args()
    try:
        golds = read_golds(args.dataset)
        scores = score(read_texts(args.jsonl, golds), golds, MEASURES[args.measure])
        print("\n".join(report(scores, golds)))
        if args.against is None:
            return 0
        theirs = read_pages_csv(args.against, args.dataset.resolve().name, args.measure, args.spec)
        return compare(scores, theirs)
    except ValueError as error:
        print(f"score.py: {error}", file=sys.stderr)
        return 2


def words(text, pattern=MEASURES["words"]):
    """The multiset of a text's words."""
    return Counter(pattern.findall(text.lower()))


def score_page(text, gold, pattern=MEASURES["words"]):
    """Precision, recall and F1 of one page."""
    found, wanted = words(text, pattern), words(gold, pattern)
    if not wanted:
        return Score(*[0.0 if found else 1.0] * 3)
    matched = (found & wanted).total()
    if not matched:
        return Score(0.0, 0.0, 0.0)
    precision, recall = matched / found.total(), matched / wanted.total()
    return Score(precision, recall, 2 * precision * recall / (precision + recall))


def score(texts, golds, pattern):
    """Scores every page of the gold; each must have a text, be it an empty one."""
    missing = sorted(golds.keys() - texts.keys())
    if missing:
        raise ValueError(f"{len(missing)} pages of the data set have no row, the first is {missing[0]}")
    return {page: score_page(texts[page], gold.text, pattern) for page, gold in golds.items()}


def mean(scores):
    """The macro mean."""
    scores = list(scores)
    return Score(*(sum(column) / len(scores) for column in zip(*scores)))


def report(scores, golds):
    """Table lines: all pages, then a line a kind."""
    kinds = defaultdict(list)
    for page, value in scores.items():
        kinds[golds[page].kind].append(value)
    rows = [("all", list(scores.values()))]
    rows += sorted((kind, values) for kind, values in kinds.items() if kind)
    yield f"{'':15}{'pages':>6}{'P':>8}{'R':>8}{'F1':>8}"
    for name, values in rows:
        precision, recall, f1 = mean(values)
        yield f"{name:15}{len(values):6}{precision:8.4f}{recall:8.4f}{f1:8.4f}"


def read_texts(path, golds):
    """Page id to extracted text. A row's id may have folders before the name that the gold knows."""
    texts = {}
    # As bytes, whose lines end at newlines alone; those of a str also at U+2028 and the like.
    for number, line in enumerate(path.read_bytes().splitlines(), 1):
        try:
            row = json.loads(line)
            page, text = row["id"], row["text"]
        except (json.JSONDecodeError, KeyError, TypeError) as error:
            raise ValueError(f"{path}, line {number}: not a document: {error}") from error
        page = page if page in golds else page.rsplit("/", 1)[-1]
        if page in texts:
            raise ValueError(f"{path}, line {number}: a second row for {page}")
        texts[page] = text
    return texts


def read_golds(root):
    """Page id to gold, whatever the layout."""
    if (root / "gold.jsonl").is_file():
        return read_own(root / "gold.jsonl")
    for folder in (root / "dev/ground-truth", root / "ground-truth"):
        if folder.is_dir():
            return {path.stem: read_wcxb(path) for path in sorted(folder.glob("*.json"))}
    if (root / "cleaned").is_dir():
        return {
            path.stem: Gold(path.read_text(encoding="utf-8", errors="replace"), None)
            for path in sorted((root / "cleaned").glob("*.txt"))
        }
    raise ValueError(f"{root} is no data set known here (our own form, WCXB, cwce)")


def read_own(path):
    """The gold of our own form."""
    with open(path, encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return {row["id"]: Gold(row["text"], row.get("kind")) for row in rows}


def read_wcxb(path):
    """One page's gold of WCXB; a few have no main content at all."""
    data = json.loads(path.read_text(encoding="utf-8"))
    text = data["ground_truth"].get("main_content") or ""
    return Gold(text, data.get("_internal", {}).get("page_type", {}).get("primary"))


def read_pages_csv(path, dataset, measure, spec):
    """Page id to score, of one data set, measure and spec."""
    with open(path, encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["dataset"] == dataset and row["measure"] == measure]
    specs = sorted({row["spec"] for row in rows})
    if spec is None and len(specs) == 1:
        spec = specs[0]
    if spec not in specs:
        raise ValueError(f"{path} has these specs for {dataset}, {measure}: {specs or 'none'}; name one by --spec")
    return {
        row["page"]: Score(float(row["precision"]), float(row["recall"]), float(row["f1"]))
        for row in rows
        if row["spec"] == spec
    }


def compare(ours, theirs):
    """Prints where the two differ by more than the tolerance, page by page and in the mean."""
    wrong = 0
    for page in sorted(ours.keys() ^ theirs.keys()):
        print(f"only one side has page {page}")
        wrong += 1
    rows = [(page, ours[page], theirs[page]) for page in sorted(ours.keys() & theirs.keys())]
    rows.append(("mean", mean(ours.values()), mean(theirs.values())))
    for page, mine, other in rows:
        if max(abs(a - b) for a, b in zip(mine, other)) > TOLERANCE:
            print(f"{page}: here {tuple(round(x, 4) for x in mine)}, there {tuple(round(x, 4) for x in other)}")
            wrong += 1
    print(f"{wrong} differences over {TOLERANCE}" if wrong else f"the same within {TOLERANCE}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
