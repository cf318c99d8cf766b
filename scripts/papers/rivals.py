"""All methods side by side, and each beside the figure of the prototype that came before it."""

import csv
from pathlib import Path

from papers.text import articles, code, interval, listed, prf, sentences, table, three

METHODS = [
    *("all", "bte", "cetr", "ccb", "accb", "cetd", "boilerpipe", "justext", "mountain"),
    *("crunch", "crunch(blocks)", "cnr", "joshi", "wu(paper)", "wu", "oracle"),
]
# A prototype's figure is met from so far below it: on the same pages, and on 139 pages more.
BELOW = {"same": 0.01, "1497": 0.015}


def yardsticks():
    """The prototypes' figures."""
    with open(Path(__file__).parent / "yardsticks.csv", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def page(runner, sets, folded):
    """The pages; `folded` is the data set on which methods that learn are cross-validated."""
    wanted = yardsticks()
    specs = list(dict.fromkeys([*METHODS, *(row["spec"] for row in wanted if row["folds"] == "0")]))
    plain = runner.evaluate(sets, specs, ["words"])
    folds = runner.evaluate([folded], METHODS, ["words"], ["--folds", "5"])
    return {"rivals.md": rivals(plain, folds), "yardsticks.md": text(wanted, plain, folds)}


def rivals(plain, folds):
    """Every method on every data set; on the one that models were learnt from, cross-validated."""
    parts = []
    for name, pages in plain.sets.items():
        source, how = (folds, "5 folds by registered domain") if name in folds.sets else (plain, "the models that ship")
        rows = [
            [code(spec), *prf(score), interval(score), articles(score)]
            for spec in METHODS
            for score in [source.score(name, spec)]
        ]
        head = ["", "P", "R", "F1", "95 % of F1", "F1 of articles"]
        parts.append(f"**{name}, {pages} pages, {how}**\n\n{table(head, rows)}")
    shown = "\n".join(parts)
    return f"""# What they compare with

Wu compares with text-to-tag and MM, López with CETR, Crunch names BTE. Here they stand on the same leaves
and are measured alike, by `words`; `oracle` is what choosing whole units by the gold reaches.

{shown}
- `bte` keeps one stretch: right on an article, wrong where content is parted by tags.
- `cetr` and `ccb` look at the source and not at the tree. They keep text wherever it is thick, so recall is
  high and precision is not.
- `mountain` is a reconstruction.

The order by F1, without those that choose nothing or by the gold:

{sentences(orders(plain, folds))}"""


def orders(plain, folds):
    """The order of the methods on each set, and how far the best is from the oracle."""
    lines = []
    for name in plain.sets:
        source = folds if name in folds.sets else plain
        f1 = {spec: source.score(name, spec).f1 for spec in METHODS}
        ranked = sorted((spec for spec in METHODS if spec not in ("all", "oracle")), key=lambda spec: -f1[spec])
        gap = f1["oracle"] - f1[ranked[0]]
        lines.append(f"{name}: {', '.join(map(code, ranked))}; {three(gap)} from the first to the oracle.")
    first = {line.split(": ", 1)[1].split(",", 1)[0] for line in lines}
    if len(first) > 1:
        lines.append(f"So the order is the pages': the first is {listed(sorted(first))}, by the set.")
    return lines


def text(wanted, plain, folds):
    """Each method beside its prototype."""
    names = {layout: name for table in (plain, folds) for name, layout in table.layouts.items()}
    rows, missed = [], 0
    for row in wanted:
        name, source = names.get(row["layout"]), folds if row["folds"] != "0" else plain
        if name is None or (name, row["spec"], "words") not in source.scores:
            continue
        score = source.score(name, row["spec"])
        if row["kind"] and row["kind"] not in score.kinds:
            continue
        here, before = score.kinds[row["kind"]] if row["kind"] else score.f1, float(row["f1"])
        met = verdict(here - before, BELOW[row["pages"]])
        missed += met == "below"
        of = f"{row['kind']} pages" if row["kind"] else "all pages"
        extra = ", 1,497 there" if row["pages"] == "1497" else ""
        rows.append([f"{name}, {of}{extra}", code(row["spec"]), three(before), three(here), f"{here - before:+.3f}", met, row["reason"]])
    head = ["pages", "spec", "prototype", "leafmill", "difference", "", "reason"]
    return f"""# Each method beside its prototype

Before leafmill there were prototypes of the methods in Python on an HTML5 tree, measured by the same
measure. A faithful implementation is within 0.01 of its prototype on the same pages; where the prototype was
measured on 1,497 pages of WCXB dev, 139 of which are left out here, within 0.015 below. {missed} of
{len(rows)} figures are below that. `wu` on WCXB is cross-validated by domain, as its prototype was.

{table(head, rows)}
{sentences(above(rows))}"""


def above(rows):
    """The sets on which every text is above its prototype too."""
    shifted = [row[0] for row in rows if row[1] == code("all") and row[5] == "above"]
    return [
        f"{pages}: every text is above its prototype's too, so it is the text of the pages that differs, and not "
        "the choice alone."
        for pages in shifted
    ]


def verdict(difference, below):
    """Whether a figure meets its prototype's."""
    if difference < -below:
        return "below"
    return "above" if difference > 0.01 else "met"
