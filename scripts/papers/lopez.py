"""López, Silva and Insa 2012, both papers: Table 1 in DOM nodes, and its law."""

import csv
import random
from pathlib import Path

from papers import menus, svg
from papers.text import code, listed, percent, prf, sentences, table

SPECS = ["cnr", "cnr(mode=restrictive)", "cnr(mode=relaxed)", "cnr(maximum)"]
# As many pages as the papers' table has.
DRAWN = 47
# Nodes of the largest page of the papers' table.
LARGEST = 3017
SEED = 1
SAMPLE = Path(__file__).resolve().parents[2] / "datasets/sample"


def theirs():
    """Table 1 of the paper: (recall, precision, F1) of each page."""
    with open(Path(__file__).parent / "lopez_table_1.csv", encoding="utf-8", newline="") as file:
        return [tuple(float(row[name]) / 100 for name in ("recall", "precision", "f1")) for row in csv.DictReader(file)]


def shares(pages):
    """Of (recall, precision, F1): the means, how often each is 1, both are, one is, and both are 0."""
    count = len(pages)

    def share(test):
        return sum(1 for recall, precision, _ in pages if test(recall == 1, precision == 1, recall + precision)) / count

    means = [sum(column) / count for column in zip(*pages)]
    return [
        *means,
        share(lambda recall, precision, _: recall),
        share(lambda recall, precision, _: precision),
        share(lambda recall, precision, _: recall and precision),
        share(lambda recall, precision, _: recall or precision),
        share(lambda recall, precision, total: total == 0),
    ]


def page(runner, sets, drawn_from):
    """The pages and the picture; Table 1 is of pages of the data set `drawn_from`."""
    nodes = runner.evaluate(sets, ["all", *SPECS], ["nodes"])
    words = runner.evaluate(sets, ["cnr", "cetr", "cetr(choose=threshold)"], ["words"])
    rows, curves = [], {}
    for name in nodes.sets:
        for spec in SPECS if name == drawn_from else SPECS[:1]:
            found = [(page.recall, page.precision, page.f1) for page in with_gold(nodes.pages(name, spec, "nodes"))]
            rows.append([f"{name}, {len(found)} pages, {code(spec)}", *map(percent, shares(found))])
            if spec == SPECS[0]:
                curves[name] = found
    return {
        "lopez.md": text(rows, sample(nodes, drawn_from), drawn_from, words),
        "lopez-law.svg": figure({"the paper": theirs(), **dict(largest(curves))}),
        "lopez-polibits.md": POLIBITS + menus.text(runner, SAMPLE),
    }


def largest(curves):
    """The four sets with the most pages."""
    return sorted(curves.items(), key=lambda item: -len(item[1]))[:4]


def with_gold(pages):
    """The pages that have a gold block."""
    return [page for page in pages if page.gold]


def sample(nodes, name):
    """Rows of Table 1: page, nodes, main block, recall, precision, F1."""
    whole = {page.page: page.extracted for page in nodes.pages(name, "all", "nodes")}
    pages = with_gold(nodes.pages(name, "cnr", "nodes"))
    drawn = random.Random(SEED).sample(pages, min(DRAWN, len(pages)))
    return [
        [page.page, whole[page.page], page.extracted, percent(page.recall), percent(page.precision), percent(page.f1)]
        for page in sorted(drawn)
    ]


def larger(drawn):
    """Pages of Table 1 with more nodes than the largest of the papers'."""
    return sum(1 for row in drawn if row[1] > LARGEST)


def figure(curves):
    """What recall and precision the pages have, sorted."""

    def quantiles(values):
        ranked = sorted(values)
        return [(step / 100, ranked[min(len(ranked) - 1, step * len(ranked) // 100)]) for step in range(101)]

    panels = [
        (head, {name: quantiles(page[column] for page in pages) for name, pages in curves.items()})
        for column, head in enumerate(("recall", "precision", "F1"))
    ]
    return svg.lines("DOM nodes retrieved by cnr: pages sorted", panels, ("share of the pages", (0, 0.25, 0.5, 0.75, 1)))


def text(rows, drawn, drawn_from, words):
    """The page of the WWV paper."""
    head = ["", "R", "P", "F1", "R = 100", "P = 100", "both", "one or both", "apart"]
    paper = [["the paper's 47 rows", *map(percent, shares(theirs()))]]
    beside = [
        [name, *prf(words.score(name, "cnr")), *prf(words.score(name, "cetr")), *prf(words.score(name, "cetr(choose=threshold)"))]
        for name in words.sets
    ]
    return f"""# López, Silva and Insa 2012, WWV

*Using the DOM tree for content extraction*, EPTCS 98:46–59. 47 pages of the 500 most visited sites, the
content marked by hand, counted in DOM nodes of the block that is chosen and of the right one (Table 1).
Here the measure `nodes`: the chosen block is the lowest element around all chosen leaves, the right one the
lowest around all leaves that the gold labels content; pages without any are left out. All in percent.

{table(head, [*paper, *rows])}
![recall, precision and F1 of the pages, sorted](lopez-law.svg)

**The law:** one subtree is chosen, so precision or recall is 100 unless the two lie apart. The paper says that
they never did on its 47 pages; the last column says how often they do here.

The paper prints 94.39 and 74.08 as the averages of recall and precision; its own rows give the
{percent(shares(theirs())[0])} and {percent(shares(theirs())[1])} above.

{sentences(of_rows(rows))}
Two differences between its gold and this one can be seen in the table below. The paper's people marked a
subtree; our gold is text, and the lowest element around its first and its last line holds what lies between,
too. And the largest page of the paper has {LARGEST:,} nodes; {larger(drawn)} of these {len(drawn)} have more.

## Table 1: {len(drawn)} pages of {drawn_from}, drawn with seed {SEED}

`nodes` are those below the lowest element that holds every text of the page, as a rule its body.

{table(["page", "nodes", "main block", "recall", "precision", "F1"], drawn)}
## Beside tag ratios

The paper has CETR at a recall of 92.72 and a precision of 71.93 on its pages, `cnr` at 94.39 and 74.08, in
units that it does not name for a method of lines. By `words` (P, R, F1):

{table(["", "cnr P", "R", "F1", "cetr P", "R", "F1", "threshold P", "R", "F1"], beside)}
{sentences(of_ratios(words))}"""


def of_rows(rows):
    """Where recall and precision in nodes stand, set by set, beside the paper's."""
    recall, precision = (100 * value for value in shares(theirs())[:2])
    ours = {row[0].split(", ")[0]: (float(row[1]), float(row[2])) for row in rows if row[0].endswith(code(SPECS[0]))}
    groups = {}
    for name, (r, p) in ours.items():
        signs = ("higher" if r > recall else "lower", "higher" if p > precision else "lower")
        groups.setdefault(signs, []).append(name)
    return [
        f"Recall is {signs[0]} and precision {signs[1]} than the paper's on {listed(names)}."
        for signs, names in groups.items()
    ]


def of_ratios(words):
    """Where the paper's order of cnr and CETR holds."""

    def ahead(figure):
        return [n for n in words.sets if getattr(words.score(n, "cnr"), figure) > getattr(words.score(n, "cetr"), figure)]

    recall, precision = ahead("recall"), ahead("precision")
    both = [name for name in recall if name in precision]
    return [
        both and f"The paper's order holds in both figures on {listed(both)}.",
        precision and f"`cnr` has the better precision on {listed(precision)}.",
        len(recall) < len(words.sets) and f"CETR has the better recall on {listed([n for n in words.sets if n not in recall])}.",
    ]


POLIBITS = """# López, Silva and Insa 2012, Polibits

*Content extraction based on hierarchical relations in DOM structures*, Polibits 45:5–12. The same
technique, the same 47 pages and the same averages as in the WWV paper: `lopez.md` has them. The ratio's
name, Algorithms 1 and 2 and the modes are the same too; so are block detection and menu detection, which
both papers leave as future work and leafmill has:

    leafmill extract page.html -o - -m 'cnr(blocks=12)'   # "blocks" and "menus" of each document
    leafmill inspect page.html -m cnr                     # both, beside the verdicts

Neither paper has figures for them, so there is none to compare with.

"""
