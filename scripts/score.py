#!/usr/bin/env python3
"""An independent scorer: the measures by their definitions, in nothing but Python's library.

    leafmill extract datasets/sample/pages -o out.jsonl
    python3 scripts/score.py out.jsonl datasets/sample
    python3 scripts/score.py out.jsonl datasets/sample --against results/DIR/pages.csv --spec wu

A text is the multiset of its lower-cased words. With m the size of the intersection of the
extracted and the gold multiset, precision is m / extracted, recall is m / gold, F1 their harmonic
mean, each 0 where m is 0. A page whose gold is empty scores 1 for an empty output, else 0.
Figures are means over pages, if nothing else is said below.

A word is a run of letters, digits, other numbers and `_` (Python's `\\w`). The measure `words`
takes each CJK character as a word of its own; `words(cjk=run)` has no such rule, which is the form
of the WCXB benchmark's own script. `shingles(4)` is the Scrapinghub benchmark's: multisets of four
`\\w+` in a row, case kept, a shorter text being one shingle; precision is the mean over pages with
output, recall over pages with gold, F1 is made of the two. `snippets` is trafilatura's: matched are
the required snippets that the text holds, extracted are these and the forbidden ones it holds, gold
are the required ones; white space is folded, and figures are of the counts of all pages together.
`snippets(fold=case)` folds case instead, as WCXB's script does.

Data sets in five layouts, recognised by what they hold: our own (`gold.jsonl`), WCXB
(`ground-truth/*.json`, also under `dev/`), cwce (`cleaned/*.txt`), Scrapinghub
(`ground-truth.json`) and trafilatura (`evaldata.json`).
"""

import argparse
import csv
import json
import re
import sys
from collections import Counter, defaultdict
from functools import partial
from pathlib import Path
from typing import Callable, NamedTuple

CJK = "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
WORDS = {
    "words": re.compile(rf"(?=\w)[{CJK}]|[^\W{CJK}]+"),
    "words(cjk=run)": re.compile(r"\w+"),
}
TOLERANCE = 0.001


class Gold(NamedTuple):
    """The main content of a page and, where the data set has them, its kind and snippets."""

    text: str
    kind: str | None
    required: tuple = ()
    forbidden: tuple = ()


class Score(NamedTuple):
    """Precision, recall and F1, of a page or as means over pages."""

    precision: float
    recall: float
    f1: float


class Counts(NamedTuple):
    """What a measure counts on a page."""

    matched: int
    extracted: int
    gold: int


class Measure(NamedTuple):
    """Counts of a text and a page's gold, and the figures of the counts of many pages."""

    count: Callable
    average: Callable


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
        measure = MEASURES[args.measure]
        counts = count(read_texts(args.jsonl, golds), golds, measure)
        print("\n".join(report(counts, golds, measure)))
        if args.against is None:
            return 0
        theirs = read_pages_csv(args.against, args.dataset.resolve().name, args.measure, args.spec)
        return compare(counts, theirs, measure)
    except ValueError as error:
        print(f"score.py: {error}", file=sys.stderr)
        return 2


def words(text, pattern=WORDS["words"]):
    """The multiset of a text's words."""
    return Counter(pattern.findall(text.lower()))


def shingles(text):
    """The multiset of a text's four words in a row; a shorter text is one shingle."""
    found = WORDS["words(cjk=run)"].findall(text)
    return Counter(tuple(found[at : at + 4]) for at in range(max(1, len(found) - 3)) if found)


def overlap(multiset, text, gold):
    """Counts of the multisets of a text and a gold's text."""
    found, wanted = multiset(text), multiset(gold.text)
    return Counts((found & wanted).total(), found.total(), wanted.total())


def snippets(fold, text, gold):
    """Counts of the required and forbidden snippets that a text holds."""
    text = fold(text)
    required, forbidden = (sum(fold(one) in text for one in group) for group in (gold.required, gold.forbidden))
    return Counts(required, required + forbidden, len(gold.required))


def fold_space(text):
    """Each run of white space as one blank, none at the ends."""
    return " ".join(text.split())


def figures(counts):
    """Precision, recall and F1 of one page's counts."""
    matched, extracted, gold = counts
    if not gold:
        return Score(*[0.0 if extracted else 1.0] * 3)
    if not matched:
        return Score(0.0, 0.0, 0.0)
    return with_f1(matched / extracted, matched / gold)


def with_f1(precision, recall):
    """Precision, recall and their harmonic mean."""
    both = precision + recall
    return Score(precision, recall, 2 * precision * recall / both if both else 0.0)


def score_page(text, gold, pattern=WORDS["words"]):
    """Precision, recall and F1 of one page by its words."""
    return figures(overlap(partial(words, pattern=pattern), text, Gold(gold, None)))


def mean(counts):
    """The macro mean of precision, recall and F1."""
    scores = [figures(page) for page in counts]
    return Score(*(sum(column) / len(scores) for column in zip(*scores)))


def mean_of_shares(counts):
    """Mean precision of pages with output, mean recall of pages with gold, and F1 of the means."""
    counts = list(counts)
    precisions = [matched / extracted for matched, extracted, _ in counts if extracted]
    recalls = [matched / gold for matched, _, gold in counts if gold]
    return with_f1(sum(precisions) / max(1, len(precisions)), sum(recalls) / max(1, len(recalls)))


def pooled(counts):
    """The figures of the summed counts."""
    matched, extracted, gold = map(sum, zip(*counts))
    return with_f1(matched / max(1, extracted), matched / max(1, gold))


MEASURES = {
    **{name: Measure(partial(overlap, partial(words, pattern=pattern)), mean) for name, pattern in WORDS.items()},
    "shingles(4)": Measure(partial(overlap, shingles), mean_of_shares),
    "snippets": Measure(partial(snippets, fold_space), pooled),
    "snippets(fold=case)": Measure(partial(snippets, str.lower), pooled),
}


def count(texts, golds, measure):
    """Counts every page of the gold; each must have a text, be it an empty one."""
    missing = sorted(golds.keys() - texts.keys())
    if missing:
        raise ValueError(f"{len(missing)} pages of the data set have no row, the first is {missing[0]}")
    return {page: measure.count(texts[page], gold) for page, gold in golds.items()}


def report(counts, golds, measure):
    """Table lines: all pages, then a line a kind."""
    kinds = defaultdict(list)
    for page, value in counts.items():
        kinds[golds[page].kind].append(value)
    rows = [("all", list(counts.values()))]
    rows += sorted((kind, values) for kind, values in kinds.items() if kind)
    yield f"{'':15}{'pages':>6}{'P':>8}{'R':>8}{'F1':>8}"
    for name, values in rows:
        precision, recall, f1 = measure.average(values)
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
    if (root / "ground-truth.json").is_file():
        rows = json.loads((root / "ground-truth.json").read_text(encoding="utf-8"))
        return {page: Gold(row.get("articleBody", ""), None) for page, row in rows.items()}
    if (root / "evaldata.json").is_file():
        rows = json.loads((root / "evaldata.json").read_text(encoding="utf-8")).values()
        return {re.sub(r"\.html?$", "", row["file"]): snippet_gold(row) for row in rows}
    raise ValueError(f"{root} is no data set known here (our own form, WCXB, cwce, Scrapinghub, trafilatura)")


def snippet_gold(row, text="", kind=None):
    """A gold with the snippets that trafilatura and WCXB call `with` and `without`."""
    return Gold(text, kind, tuple(row.get("with") or ()), tuple(row.get("without") or ()))


def read_own(path):
    """The gold of our own form."""
    with open(path, encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return {
        row["id"]: Gold(row["text"], row.get("kind"), tuple(row.get("required", ())), tuple(row.get("forbidden", ())))
        for row in rows
    }


def read_wcxb(path):
    """One page's gold of WCXB; a few have no main content at all."""
    data = json.loads(path.read_text(encoding="utf-8"))
    text = data["ground_truth"].get("main_content") or ""
    return snippet_gold(data["ground_truth"], text, data.get("_internal", {}).get("page_type", {}).get("primary"))


def read_pages_csv(path, dataset, measure, spec):
    """Page id to counts, of one data set, measure and spec."""
    with open(path, encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["dataset"] == dataset and row["measure"] == measure]
    specs = sorted({row["spec"] for row in rows})
    if spec is None and len(specs) == 1:
        spec = specs[0]
    if spec not in specs:
        raise ValueError(f"{path} has these specs for {dataset}, {measure}: {specs or 'none'}; name one by --spec")
    return {
        row["page"]: (
            Counts(int(row["matched"]), int(row["extracted"]), int(row["gold"])),
            Score(float(row["precision"]), float(row["recall"]), float(row["f1"])),
        )
        for row in rows
        if row["spec"] == spec
    }


def compare(ours, theirs, measure):
    """Prints where the two differ by more than the tolerance, page by page and in the mean."""
    wrong = 0
    for page in sorted(ours.keys() ^ theirs.keys()):
        print(f"only one side has page {page}")
        wrong += 1
    rows = [(page, figures(ours[page]), theirs[page][1]) for page in sorted(ours.keys() & theirs.keys())]
    counts = (counts for counts, _ in theirs.values())
    rows.append(("mean", measure.average(list(ours.values())), measure.average(list(counts))))
    for page, mine, other in rows:
        if max(abs(a - b) for a, b in zip(mine, other)) > TOLERANCE:
            print(f"{page}: here {tuple(round(x, 4) for x in mine)}, there {tuple(round(x, 4) for x in other)}")
            wrong += 1
    print(f"{wrong} differences over {TOLERANCE}" if wrong else f"the same within {TOLERANCE}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
