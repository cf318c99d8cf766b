#!/usr/bin/env python3
"""The pages on which a tool did worst, and what the counts say of the reason.

    leafmill evaluate wcxb-dev --method all --measure 'words(cjk=run)' -o ALL
    python3 scripts/train/worst.py COMPARED/pages.csv ALL/pages.csv [--tool grain] [--number 30]

The first file is what `scripts/peers/compare.sh` wrote. The second tells how much of each page's gold
is visible text at all, and how much more text there is.
"""

import argparse
import csv

MEASURE = "words(cjk=run)"


def pages(path, **wanted):
    """The rows of a table of pages, by page."""
    with open(path, newline="", encoding="utf-8") as file:
        rows = csv.DictReader(file)
        return {row["page"]: row for row in rows if all(row[k] == v for k, v in wanted.items())}


def reason(page, whole):
    """What the counts say."""
    precision, recall = float(page["precision"]), float(page["recall"])
    gold, matched, text = (int(whole[key]) for key in ("gold", "matched", "extracted"))
    if gold == 0:
        return "gold is empty"
    if matched < 0.6 * gold:
        return f"{matched / gold:.0%} of the gold is visible text"
    if recall >= 0.7:
        return f"{recall / max(precision, 0.001):.0f} times the gold chosen, of {text / gold:.0f} times on the page"
    if precision >= 0.7:
        return "most of the gold missed"
    return "another part of the page chosen"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("compared")
    parser.add_argument("whole")
    parser.add_argument("--tool", default="grain")
    parser.add_argument("--number", type=int, default=30)
    args = parser.parse_args()
    found = pages(args.compared, tool=args.tool, measure=MEASURE)
    whole = pages(args.whole, spec="all", measure=MEASURE)
    worst = sorted(found.values(), key=lambda page: (float(page["f1"]), page["page"]))
    print("| page | type | P | R | F1 | reason |\n|---|---|---:|---:|---:|---|")
    for page in worst[: args.number]:
        figures = " | ".join(f"{float(page[key]):.2f}" for key in ("precision", "recall", "f1"))
        print(f"| {page['page']} | {page['kind']} | {figures} | {reason(page, whole[page['page']])} |")


if __name__ == "__main__":
    main()
