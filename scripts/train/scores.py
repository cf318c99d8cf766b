"""Scores of held-out pages, by `leafmill evaluate`, and their table."""

import csv
import random
from pathlib import Path

from program import finish

# What is evaluated, with each model's directory.
SPECS = {"page": "grain(models={})", "article": "grain(scope=article,models={})"}
# By what; the sets that are not named, by words.
MEASURES = {"wcxb-dev": "words(cjk=run)", "trafilatura-a": "snippets", "recipes-a": "snippets"}
WORDS = "words"


def measure_of(dataset):
    """What a set is measured by."""
    return MEASURES.get(dataset, WORDS)


def evaluate(leafmill, datasets, only, models, directory, which=SPECS):
    """A row a page and scope: the page's name, the scope, precision, recall and F1. `only` names the
    pages; without it there are all."""
    names, output = Path(directory, "only.txt"), Path(directory, "scores")
    command = [leafmill, "evaluate", *datasets, "-o", output]
    if only is not None:
        names.write_text("".join(f"{name}\n" for name in only))
        command += ["--only", names]
    specs = {SPECS[name].format(models): name for name in which}
    for spec in specs:
        command += ["--method", spec]
    for measure in sorted({WORDS, *MEASURES.values()}):
        command += ["--measure", measure]
    finish(command)
    with open(output / "pages.csv", newline="") as file:
        return [
            {
                "dataset": row["dataset"],
                "page": f"{row['dataset']}/{row['page']}",
                "scope": specs[row["spec"]],
                "measure": row["measure"],
                **{key: float(row[key]) for key in ("precision", "recall", "f1")},
            }
            for row in csv.DictReader(file)
        ]


def interval(values):
    """The 95 % interval of a mean, by bootstrap."""
    draw = random.Random(1)
    means = sorted(sum(draw.choices(values, k=len(values))) / len(values) for _ in range(1000))
    return means[24], means[974]


def mean_of(rows, key):
    """A macro mean."""
    return round(sum(row[key] for row in rows) / len(rows), 4)


def table(found, pages):
    """Prints macro means by data set, page type, language and scope; returns those by set and type, with
    the 95 % interval of F1. What a part is of its set is said by `by`: `all` or `type`."""
    groups = {}
    for row in found:
        page = pages[row["page"]]
        if row["measure"] != measure_of(page["dataset"]):
            continue
        for by, part in (("all", "all"), ("type", page["kind"]), ("language", page["language"])):
            if part is not None:
                groups.setdefault((page["dataset"], by, part, row["scope"]), []).append(row)
    out = []
    for (dataset, by, part, scope), rows in sorted(groups.items()):
        mean = {key: mean_of(rows, key) for key in ("precision", "recall", "f1")}
        if by != "language":
            ends = [round(end, 4) for end in interval([row["f1"] for row in rows])]
            head = {"dataset": dataset, "by": by, "part": part, "scope": scope, "pages": len(rows)}
            out.append({**head, **mean, "interval": ends})
        print(f"{dataset:16}{part:16}{scope:16}{len(rows):5}"
              f"{mean['precision']:8.3f}{mean['recall']:7.3f}{mean['f1']:8.4f}")
    return out


def given(leafmill, others, models, directory):
    """F1 by scope and data set, on sets that no model was trained on."""
    groups = {}
    for row in evaluate(leafmill, others, None, models, directory):
        if row["measure"] == measure_of(row["dataset"]):
            groups.setdefault(row["scope"], {}).setdefault(row["dataset"], []).append(row)
    return {scope: {name: mean_of(rows, "f1") for name, rows in sorted(sets.items())}
            for scope, sets in groups.items()}
