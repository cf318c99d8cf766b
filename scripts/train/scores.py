"""Scores of held-out pages, by `leafmill evaluate`, and their table."""

import csv
import json
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
    """A row a page and scope: the page's name, the scope, precision, recall and F1."""
    names, output = Path(directory, "only.txt"), Path(directory, "scores")
    names.write_text("".join(f"{name}\n" for name in only))
    command = [leafmill, "evaluate", *datasets, "--only", names, "-o", output]
    specs = {SPECS[name].format(models): name for name in which}
    for spec in specs:
        command += ["--method", spec]
    for measure in sorted({WORDS, *MEASURES.values()}):
        command += ["--measure", measure]
    finish(command)
    with open(output / "pages.csv", newline="") as file:
        return [
            {
                "page": f"{row['dataset']}/{row['page']}",
                "scope": specs[row["spec"]],
                "measure": row["measure"],
                **{key: float(row[key]) for key in ("precision", "recall", "f1")},
            }
            for row in csv.DictReader(file)
        ]


def texts(leafmill, datasets, only, models, directory):
    """The lines of JSON that the models write of these pages. A page is known by the name of
    its data set and that of its file; they lie in the data set's folders named `html`."""
    lines, only = [], set(only)
    for dataset in datasets:
        output = Path(directory, "texts.jsonl")
        folders = sorted(path for path in dataset.rglob("html") if path.is_dir())
        if not folders:
            continue
        command = [leafmill, "extract", *folders, "-o", output]
        command += ["--method", SPECS["page"].format(models)]
        finish(command)
        for line in output.read_bytes().splitlines(keepends=True):
            page = json.loads(line)["id"].rsplit("/", 1)[-1]
            if f"{dataset.name}/{page}" in only:
                lines.append(line)
    return lines


def table(found, pages):
    """Prints and returns macro means by data set, page type, language and scope."""
    groups = {}
    for row in found:
        page = pages[row["page"]]
        if row["measure"] != measure_of(page["dataset"]):
            continue
        for part in {"all", page["kind"], page["language"]} - {None}:
            groups.setdefault((page["dataset"], part, row["scope"]), []).append(row)
    out = []
    for (dataset, part, scope), rows in sorted(groups.items()):
        mean = {k: sum(row[k] for row in rows) / len(rows) for k in ("precision", "recall", "f1")}
        mean = {key: round(value, 4) for key, value in mean.items()}
        out.append({"dataset": dataset, "part": part, "scope": scope, "pages": len(rows), **mean})
        print(f"{dataset:16}{part:16}{scope:16}{len(rows):5}"
              f"{mean['precision']:8.3f}{mean['recall']:7.3f}{mean['f1']:8.4f}")
    return out
