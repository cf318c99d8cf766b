"""Scores of held-out pages, by `leafmill evaluate`, and their table."""

import csv
import json
import subprocess
from pathlib import Path

# What is evaluated: the spec that follows each model's directory, by the set's own convention.
SPECS = {
    "full": "grain(model=full,models={})",
    "fast": "grain(model=fast,models={})",
    "full, article": "grain(model=full,scope=article,models={})",
}
# By what: words, where there is a whole text.
MEASURES = {"wcxb": "words(cjk=run)", "scrapinghub": "words(cjk=run)", "trafilatura": "snippets"}


def evaluate(leafmill, datasets, only, models, directory, which=SPECS):
    """A row a page and model: the page's name, the model's, precision, recall and F1."""
    names, output = Path(directory, "only.txt"), Path(directory, "scores")
    names.write_text("".join(f"{name}\n" for name in only))
    command = [leafmill, "evaluate", *datasets, "--only", names, "-o", output]
    specs = {SPECS[name].format(models): name for name in which}
    for spec in specs:
        command += ["--method", spec]
    for measure in sorted(set(MEASURES.values())):
        command += ["--measure", measure]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    with open(output / "pages.csv", newline="") as file:
        return [
            {
                "page": f"{row['dataset']}/{row['page']}",
                "model": specs[row["spec"]],
                "measure": row["measure"],
                **{key: float(row[key]) for key in ("precision", "recall", "f1")},
            }
            for row in csv.DictReader(file)
        ]


def texts(leafmill, datasets, only, models, directory):
    """The lines of JSON that the full model writes of these pages. A page is known by the name of
    its data set and that of its file; they lie in the data set's folders named `html`."""
    lines, only = [], set(only)
    for dataset in datasets:
        output = Path(directory, "texts.jsonl")
        folders = sorted(path for path in dataset.rglob("html") if path.is_dir())
        if not folders:
            continue
        command = [leafmill, "extract", *folders, "-o", output]
        command += ["--method", SPECS["full"].format(models)]
        # 1 tells of damage, which some data sets have.
        if subprocess.run(command, stderr=subprocess.DEVNULL).returncode not in (0, 1):
            raise SystemExit(f"{dataset}: leafmill failed")
        for line in output.read_bytes().splitlines(keepends=True):
            page = json.loads(line)["id"].rsplit("/", 1)[-1]
            if f"{dataset.name}/{page}" in only:
                lines.append(line)
    return lines


def table(found, pages):
    """Prints and returns macro means by data set, page type, language and model."""
    groups = {}
    for row in found:
        page = pages[row["page"]]
        if row["measure"] != MEASURES[page["layout"]]:
            continue
        for part in {"all", page["kind"], page["language"]} - {None}:
            groups.setdefault((page["dataset"], part, row["model"]), []).append(row)
    out = []
    for (dataset, part, model), rows in sorted(groups.items()):
        mean = {k: sum(row[k] for row in rows) / len(rows) for k in ("precision", "recall", "f1")}
        mean = {key: round(value, 4) for key, value in mean.items()}
        out.append({"dataset": dataset, "part": part, "model": model, "pages": len(rows), **mean})
        print(f"{dataset:16}{part:16}{model:16}{len(rows):5}"
              f"{mean['precision']:8.3f}{mean['recall']:7.3f}{mean['f1']:8.4f}")
    return out
