"""The menus that `cnr` finds on the sample's pages, beside those that people see there."""

import json
import re
from collections import Counter

from papers.text import code, listed, table, three

# What is told, one parameter off its default at a time.
SPECS = [
    "cnr(blocks=1)",
    "cnr(blocks=1,menu_links=2)",
    "cnr(blocks=1,menu_links=4)",
    "cnr(blocks=1,menu_ratio=0.15)",
    "cnr(blocks=1,menu_ratio=0.2)",
    "cnr(blocks=1,menu_ratio=0.3)",
    "cnr(blocks=1,menu_ratio=0.35)",
]
# Share of the words of two menus that they have in common, from which they are one.
SAME = 0.5
# A word, or a character of a script without blanks between words.
WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|[^\W\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+")


def words(text):
    """The multiset of a menu's words."""
    return Counter(WORD.findall(text.lower()))


def read_labels(path):
    """The menus of each labelled page, as multisets of words."""
    with open(path, encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return {row["id"]: [words(" ".join(links)) for links in row["menus"]] for row in rows}


def is_same(one, other):
    """Whether two menus are one."""
    return (one & other).total() >= SAME * (one | other).total()


def matches(found, gold):
    """How many menus of a page are found: each found one stands for one of the gold's."""
    left = list(gold)
    for menu in found:
        same = next((other for other in left if is_same(menu, other)), None)
        if same is not None:
            left.remove(same)
    return len(gold) - len(left)


class Counts:
    """What is matched, found and gold, over pages."""

    def __init__(self):
        self.matched = self.found = self.gold = 0

    def add(self, matched, found, gold):
        """Adds a page."""
        self.matched, self.found, self.gold = self.matched + matched, self.found + found, self.gold + gold

    def scores(self):
        """Precision, recall and F1 of the sums."""
        whole = self.found + self.gold
        return (
            self.matched / self.found if self.found else 0.0,
            self.matched / self.gold if self.gold else 0.0,
            2 * self.matched / whole if whole else 0.0,
        )


def count(rows, labels):
    """Counts of menus, and of the words in them, over the labelled pages."""
    menus, in_words = Counts(), Counts()
    for page, gold in labels.items():
        found = [words(menu["text"]) for menu in rows[page]]
        menus.add(matches(found, gold), len(found), len(gold))
        all_found, all_gold = sum(found, Counter()), sum(gold, Counter())
        in_words.add((all_found & all_gold).total(), all_found.total(), all_gold.total())
    return menus, in_words


def text(runner, sample):
    """The section of the page."""
    labels = read_labels(sample / "menus.jsonl")
    rows, f1 = [], {}
    for spec in SPECS:
        found = {row["id"]: row["menus"] for row in runner.extract(spec, sample / "pages")}
        menus, in_words = count(found, labels)
        rows.append([code(spec), menus.found, *map(three, menus.scores()), *map(three, in_words.scores())])
        f1[spec] = menus.scores()[2]
    best = [spec for spec in SPECS if f1[spec] == max(f1.values())]
    head = ["spec", "found", "P", "R", "F1", "P of words", "R", "F1"]
    total = sum(map(len, labels.values()))
    return f"""## Menus

{total} menus of {len(labels)} pages of the sample (`datasets/sample/menus.jsonl`): lists of three links or more to parts
of the site, wherever they stand; bread crumbs, pagination, buttons under a text and lists of other texts are
none. A menu is found if at least half of the words of both are common to both; scores are of all menus
together. The pages are ours, so this shows what the settings do, and is no evidence of quality.

{table(head, rows)}
- The highest F1 of menus has {listed([code(spec) for spec in best])}.
"""
