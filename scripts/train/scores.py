"""Scores of held-out pages, by `leafmill evaluate`, and their table."""

import csv
import subprocess
from pathlib import Path

# What is evaluated: the spec that follows each model's directory, by the set's own convention.
SPECS = {
    "full": "grain(model=full,models={})",
    "fast": "grain(model=fast,models={})",
    "full, article": "grain(model=full,scope=article,models={})",
}
MEASURE = "words(cjk=run)"


def evaluate(leafmill, datasets, only, models, directory):
    """A row a page and model: the page's name, the model's, precision, recall and F1."""
    names, output = Path(directory, "only.txt"), Path(directory, "scores")
    names.write_text("".join(f"{name}\n" for name in only))
    command = [leafmill, "evaluate", *datasets, "--only", names, "-o", output]
    specs = {spec.format(models): name for name, spec in SPECS.items()}
    for spec in specs:
        command += ["--method", spec]
    subprocess.run([*command, "--measure", MEASURE], check=True, stdout=subprocess.DEVNULL)
    with open(output / "pages.csv", newline="") as file:
        return [
            {
                "page": f"{row['dataset']}/{row['page']}",
                "model": specs[row["spec"]],
                **{key: float(row[key]) for key in ("precision", "recall", "f1")},
            }
            for row in csv.DictReader(file)
        ]


def table(found, pages):
    """Prints and returns macro means by data set, page type, language and model."""
    groups = {}
    for row in found:
        page = pages[row["page"]]
        if page["gold"] == 0 and page["layout"] == "trafilatura":
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
