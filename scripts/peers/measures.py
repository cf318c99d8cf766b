"""What a tool's text is worth beside the gold: values a page, and their average over pages.

`words` and `words(cjk=run)` are those of `score.py`. `shingles(4)` is the Scrapinghub benchmark's:
multisets of four words in a row, case kept; precision is averaged over the pages with output,
recall over those with gold, and F1 is made of the two averages. `snippets` is trafilatura's: how
many of the required snippets are in the text (recall) and how few of the forbidden ones, over all
pages together.
"""

import re
from collections import Counter
from functools import partial
from typing import Callable, NamedTuple

import score

WORD = re.compile(r"\w+")


class Measure(NamedTuple):
    """A page's value from the tool's text and the page; the score of many values."""

    value: Callable
    average: Callable


def words(pattern, text, page):
    return score.score_page(text, page.gold, pattern)


def shingles(text, page):
    """Counts: matched, extracted, gold."""
    found, wanted = four_words(text), four_words(page.gold)
    return (found & wanted).total(), found.total(), wanted.total()


def four_words(text):
    """The multiset of four words in a row; a shorter text is one shingle."""
    found = WORD.findall(text)
    return Counter(tuple(found[at : at + 4]) for at in range(max(1, len(found) - 3)) if found)


def average_shingles(values):
    precisions = [matched / extracted for matched, extracted, _ in values if extracted]
    recalls = [matched / gold for matched, _, gold in values if gold]
    return with_f1(sum(precisions) / max(1, len(precisions)), sum(recalls) / max(1, len(recalls)))


def snippets(text, page):
    """Counts: required found, forbidden found, required."""
    found = [sum(snippet in text for snippet in group) for group in (page.required, page.forbidden)]
    return (*found, len(page.required))


def average_snippets(values):
    required, forbidden, wanted = map(sum, zip(*values))
    return with_f1(required / max(1, required + forbidden), required / max(1, wanted))


def with_f1(precision, recall):
    both = precision + recall
    return score.Score(precision, recall, 2 * precision * recall / both if both else 0.0)


MEASURES = {name: Measure(partial(words, pattern), score.mean) for name, pattern in score.MEASURES.items()} | {
    "shingles(4)": Measure(shingles, average_shingles),
    "snippets": Measure(snippets, average_snippets),
}
