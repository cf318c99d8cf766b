"""The report of a comparison: a table a data set and measure, and a row a page as CSV."""

import csv
import random
from collections import defaultdict
from typing import NamedTuple

from peers.measures import MEASURES

SAMPLES = 1000
SEED = 20120101
# A page is lost where the reference's F1 is under the one and a peer's over the other.
LOST, FOUND = 0.3, 0.8


class Row(NamedTuple):
    """What one tool made of one page, by one measure."""

    dataset: str
    measure: str
    tool: str
    page: str
    kind: str | None
    status: str
    value: tuple


def summary(rows, reference, versions):
    """The whole report in Markdown. Tools stand in order of F1."""
    tables = defaultdict(lambda: defaultdict(list))
    for row in rows:
        tables[row.dataset, row.measure][row.tool].append(row)
    parts = [table(*key, tools, reference) for key, tools in tables.items()]
    listed = ", ".join(f"{peer} {version}" for peer, version in versions.items())
    return "\n\n".join([*parts, lost(tables, reference, versions), f"Versions: {listed}"]) + "\n"


def lost(tables, reference, peers):
    """The pages that the reference has lost by a set's own measure, and the peers that have them."""
    head = f"### Pages that {reference} loses: F1 under {LOST}, a peer's over {FOUND}"
    lines = [head, "", "| | page | F1 | found by |", "|---|---|---:|---|"]
    pages = 0
    # Of a set's measures the first is its own.
    own_measures = dict(reversed(tables))
    for dataset, measure in own_measures.items():
        tools = tables[dataset, measure]
        f1 = {tool: {row.page: MEASURES[measure].average([row.value]).f1 for row in rows} for tool, rows in tools.items()}
        pages += len(f1[reference])
        for page, own in f1[reference].items():
            found = [f"{peer} {f1[peer][page]:.2f}" for peer in peers if f1[peer][page] > FOUND]
            if own < LOST and found:
                lines.append(f"| {dataset}, `{measure}` | {page} | {own:.2f} | {', '.join(found)} |")
    return "\n".join([*lines, "", f"{len(lines) - 4} of {pages}."])


def table(dataset, measure, tools, reference):
    """One data set by one measure."""
    average = MEASURES[measure].average
    kinds = sorted({row.kind for rows in tools.values() for row in rows if row.kind})
    scored = {tool: average([row.value for row in rows]) for tool, rows in tools.items()}
    pages = len(tools[reference])
    lines = [
        f"### {dataset}, {pages} pages, `{measure}`",
        "",
        f"| tool | P | R | F1 | F1 minus {reference} | empty | failed | {' | '.join(kinds)} |".replace("|  |", "|"),
        f"|---|{'---|' * (6 + len(kinds))}",
    ]
    for tool in sorted(scored, key=lambda tool: -scored[tool].f1):
        rows = tools[tool]
        by_kind = [average([row.value for row in rows if row.kind == kind]).f1 for kind in kinds]
        empty = sum(row.status == "empty" for row in rows)
        failed = sum(row.status not in ("ok", "empty") for row in rows)
        cells = [f"{value:.3f}" for value in scored[tool]]
        cells += [difference(rows, tools[reference], average) if tool != reference else "", str(empty), str(failed)]
        lines.append(f"| {tool} | {' | '.join(cells + [f'{value:.3f}' for value in by_kind])} |")
    return "\n".join(lines)


def difference(rows, reference, average):
    """The difference in F1 and the 95 % interval of its paired bootstrap."""
    pairs = [(row.value, other.value) for row, other in zip(rows, reference, strict=True)]
    dice = random.Random(SEED)

    def gap(sample):
        ours, theirs = zip(*sample)
        return average(ours).f1 - average(theirs).f1

    gaps = sorted(gap(dice.choices(pairs, k=len(pairs))) for _ in range(SAMPLES))
    low, high = gaps[round(0.025 * SAMPLES)], gaps[round(0.975 * SAMPLES) - 1]
    return f"{gap(pairs):+.3f} [{low:+.3f}, {high:+.3f}]"


def write(folder, report, rows):
    """`summary.md`, and `pages.csv` with the scores of each page; neither holds text of a page."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "summary.md").write_text(report, encoding="utf-8")
    with open(folder / "pages.csv", "w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(["dataset", "measure", "tool", "page", "kind", "status", "precision", "recall", "f1"])
        for row in rows:
            scored = MEASURES[row.measure].average([row.value])
            writer.writerow([*row[:6], *(f"{value:.4f}" for value in scored)])
