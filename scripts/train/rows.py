"""The file that `leafmill features` writes: pages, rows of features, labels, weights."""

import json
from dataclasses import dataclass, field

import numpy as np


@dataclass
class Rows:
    """Units of labelled pages; `page` gives each unit's page as an index of `pages`."""

    names: list
    hash: int
    pages: list
    values: np.ndarray
    labels: np.ndarray
    weights: np.ndarray
    page: np.ndarray
    lexicon: bytes
    keys: int
    groups: np.ndarray = field(default=None)


def read(path):
    """Reads a file of features."""
    with open(path, "rb") as file:
        if file.readline() != b"leafmill features\n":
            raise SystemExit(f"{path}: not a file of `leafmill features`")
        head = json.loads(file.readline())
        names, rows = head["features"], head["rows"]
        values = np.fromfile(file, "<f4", rows * len(names)).reshape(rows, len(names))
        labels = np.fromfile(file, "<f4", rows)
        weights = np.fromfile(file, "<f4", rows)
        page = np.fromfile(file, "<u4", rows)
        lexicon = file.read(head["lexicon"])
    return Rows(names, head["hash"], head["pages"], values, labels, weights, page, lexicon,
                head["keys"])


def groups(pages):
    """A group for each page: pages of one domain, and near-duplicates, are in one group."""
    parent = list(range(len(pages)))

    def root(page):
        while parent[page] != page:
            parent[page] = parent[parent[page]]
            page = parent[page]
        return page

    def join(a, b):
        a, b = root(a), root(b)
        parent[max(a, b)] = min(a, b)

    first = {}
    holders = {}
    for index, page in enumerate(pages):
        join(index, first.setdefault(page["domain"], index))
        for value in page["sketch"]:
            holders.setdefault(value, []).append(index)
    common = {}
    for held in holders.values():
        # What very many pages have in common is a notice, not a near-duplicate.
        for other in held[1:] if len(held) <= 20 else []:
            pair = (held[0], other)
            common[pair] = common.get(pair, 0) + 1
    for (a, b), count in common.items():
        if 2 * count >= min(len(pages[a]["sketch"]), len(pages[b]["sketch"])):
            join(a, b)
    return np.array([root(index) for index in range(len(pages))])


def folds(pages, number):
    """A fold for each page. Groups are dealt out, the largest first, to the smallest fold."""
    group = groups(pages)
    members = {}
    for index, of in enumerate(group):
        members.setdefault(int(of), []).append(index)
    name = lambda held: (pages[held[0]]["dataset"], pages[held[0]]["id"])
    order = sorted(members.values(), key=lambda held: (-len(held), name(held)))
    sizes = [0] * number
    fold = np.zeros(len(pages), int)
    for held in order:
        smallest = sizes.index(min(sizes))
        sizes[smallest] += len(held)
        fold[held] = smallest
    return fold
