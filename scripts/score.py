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

`lcs` is Gottron's: matched is the longest common subsequence of the words, in order. `cleaneval`
counts as the task's cleaneval.py does: words between white space, with their case, and what Python's
difflib takes for equal; leafmill has no counterpart, `lcs` comes nearest.

Data sets are read in the layouts that golds.py knows. Whoever has a benchmark's own scorer can have it
judge the same texts beside ours: originals.py says which.

    python3 scripts/score.py out.jsonl wcxb --measure 'words(cjk=run)' --original wcxb/evaluate.py
"""

import argparse
import csv
import json
import re
import sys
from bisect import bisect_left
from collections import Counter, defaultdict
from difflib import SequenceMatcher
from functools import partial
from pathlib import Path
from typing import Callable, NamedTuple

import originals
from golds import Gold, read_golds

CJK = "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
WORDS = {
    "words": re.compile(rf"(?=\w)[{CJK}]|[^\W{CJK}]+"),
    "words(cjk=run)": re.compile(r"\w+"),
}
TOLERANCE = 0.001


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
    parser.add_argument("--original", type=Path, metavar="FILE", help="the benchmark's own scorer, to judge too")
    args = parser.parse_args()
    try:
        golds = read_golds(args.dataset)
        measure = MEASURES[args.measure]
        texts = read_texts(args.jsonl, golds)
        counts = count(texts, golds, measure)
        print("\n".join(report(counts, golds, measure)))
        if args.original is not None:
            figures = Score(*originals.score(args.original, args.measure, texts, golds))
            print(f"{'original':15}{len(golds):6}{figures.precision:8.4f}{figures.recall:8.4f}{figures.f1:8.4f}")
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


def common_subsequence(text, gold):
    """Counts of the words of a text and a gold's text that they have in the same order."""
    found, wanted = (WORDS["words"].findall(one.lower()) for one in (text, gold.text))
    return Counts(longest_common(found, wanted), len(found), len(wanted))


def longest_common(left, right):
    """Length of the longest common subsequence (Hunt and Szymanski 1977).

    It is the longest rising sequence of the places in `right` of each word of `left` in turn; a word's
    places come from the last to the first, so that each word of `left` gives one at most.
    """
    places = defaultdict(list)
    for at in reversed(range(len(right))):
        places[right[at]].append(at)
    ends = []
    for word in left:
        for at in places.get(word, ()):
            rank = bisect_left(ends, at)
            ends[rank : rank + 1] = [at]
    return len(ends)


def aligned(text, gold):
    """Counts of the words between white space that difflib aligns."""
    found, wanted = text.split(), gold.text.split()
    blocks = SequenceMatcher(None, found, wanted).get_matching_blocks()
    return Counts(sum(block.size for block in blocks), len(found), len(wanted))


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
    "lcs": Measure(common_subsequence, mean),
    "cleaneval": Measure(aligned, mean),
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
