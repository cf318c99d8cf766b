"""Compares leafmill's documents, or its metadata, with other programs' on the same pages, in one run.

    documents.py structure target/release/leafmill datasets/wcxb-dev -o results/structure [--fold-models DIR]
    documents.py metadata target/release/leafmill datasets/wcxb-dev datasets/trafilatura-a -o results/metadata

Every program gets the same text of a page, in a process of its own (`peers/runner.py`); what it made is
kept in `.peers/`, which is not committed. `leafmill evaluate` scores all of them. Of WCXB dev the pages of
`pages-structure.txt` or `pages-metadata.txt` are taken, of other data sets all. With `--fold-models` the models
that `train.py --fold-models` left in DIR take part too, each on the pages that it has not seen.
"""

import argparse
import collections
import csv
import importlib.metadata
import json
import os
import platform
import subprocess
import sys
import tempfile
from pathlib import Path

import program
from documents import fundus
from peers import corpora, runner

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
# What leafmill makes documents with.
METHODS = ["grain", "all"]
# How the tables call grain where each page is extracted by models that have not seen it.
FOLDS = "grain, fold models"
PACKAGES = {
    "trafilatura": "trafilatura",
    "newspaper4k": "newspaper4k",
    "readability-lxml+html2text": "readability-lxml",
    "html-to-markdown": "html-to-markdown",
    "markitdown": "markitdown",
}
# Who takes part in which comparison: those that make Markdown, and those that read metadata.
PROGRAMS = {
    "structure": ["trafilatura", "readability-lxml+html2text", "html-to-markdown", "markitdown"],
    "metadata": ["trafilatura", "newspaper4k", "readability-lxml+html2text"],
}
# The columns of the tables: measures, each with its head.
COLUMNS = {
    "structure": {
        "words": "words", "heading": "heading", "level": "level", "item": "item", "depth": "depth", "cell": "cell",
        "teds": "TEDS", "code": "code", "inline-code": "inline code", "link": "link", "strong": "strong",
        "emphasis": "emphasis", "quote": "quote", "clean": "clean", "special": "special", "literal": "literal",
        "raw": "raw", "unsafe": "unsafe",
    },
    "metadata": {"title": "title", "author": "author", "names": "names", "date": "date"},
}  # fmt: skip
# The ten kinds that are averaged.
TEN = ["heading", "item", "cell", "teds", "code", "inline-code", "link", "strong", "emphasis", "quote"]


def main():
    """Makes the tables."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("what", choices=PROGRAMS)
    parser.add_argument("leafmill", type=Path)
    parser.add_argument("datasets", type=Path, nargs="+", metavar="DATASET")
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--fold-models", type=Path, metavar="DIR", help="of structure: models of folds that take part too")
    args = parser.parse_args()
    only = HERE / f"pages-{args.what}.txt"
    roots = [fundus.converted(root, ROOT / ".peers") if fundus.is_fundus(root) else root for root in args.datasets]
    with tempfile.TemporaryDirectory() as folder:
        made, milliseconds = documents(args.what, roots, only, Path(folder))
        if args.fold_models:
            made = {FOLDS: of_folds(args, roots, only, Path(folder))} | made
        summary = evaluate(args, roots, only, made, Path(folder))
        milliseconds |= leafmill_milliseconds(args, roots, Path(folder))
    tables = report(args.what, summary, milliseconds)
    args.output.mkdir(parents=True, exist_ok=True)
    (args.output / "summary.md").write_text(tables, encoding="utf-8")
    versions = {name: importlib.metadata.version(PACKAGES[name]) for name in PROGRAMS[args.what]}
    run = {"versions": versions, "python": platform.python_version(), "milliseconds": milliseconds, **summary}
    (args.output / "summary.json").write_text(json.dumps(run, indent=1) + "\n", encoding="utf-8")
    print(tables)


def taken(root, only):
    """The pages of a data set that take part."""
    names = {line.split("/", 1)[1] for line in only.read_text().split() if line.startswith(f"{root.name}/")}
    return [page for page in corpora.read(root) if not names or page.id in names]


def documents(what, roots, only, folder):
    """The files of documents that the programs made, by program, and their CPU milliseconds a page."""
    made, milliseconds = {}, {}
    for name in PROGRAMS[what]:
        runner.PEERS[name] = [sys.executable, str(HERE / "worker.py"), name]
        made[name], seconds, count = folder / f"{name}.jsonl", 0, 0
        with open(made[name], "w", encoding="utf-8") as out:
            for root in roots:
                print(f"{root.name}: {name}", file=sys.stderr)
                version = importlib.metadata.version(PACKAGES[name])
                cache = ROOT / ".peers/documents" / root.name / f"{name}-{version}.jsonl"
                for page, row in runner.run(name, taken(root, only), cache).items():
                    seconds, count = seconds + row.get("seconds", runner.SECONDS), count + 1
                    form = "text" if name == "newspaper4k" else "markdown"
                    said = {key: row[key] for key in ("title", "author", "date") if row.get(key)}
                    print(json.dumps({"id": page, form: row["text"], **said}), file=out)
        milliseconds[name] = round(1000 * seconds / max(count, 1), 1)
    return made, milliseconds


def of_folds(args, roots, only, folder):
    """The file of documents that the models of each fold made of its pages."""
    made, out = folder / "folds.jsonl", folder / "fold.jsonl"
    wanted = {f"{root.name}/{page.id}" for root in roots for page in taken(root, only)}
    with open(made, "w", encoding="utf-8") as file:
        for models in sorted(args.fold_models.glob("fold-*")):
            unseen = wanted & set((models / "pages.txt").read_text(encoding="utf-8").splitlines())
            wanted -= unseen
            for root in roots:
                folders = sorted({page.path.parent for page in taken(root, only)})
                spec = f"grain(models={models})"
                program.finish([args.leafmill, "extract", *folders, "-m", spec, "--schema", "id,markdown", "-o", out])
                for line in out.read_text(encoding="utf-8").splitlines():
                    if f"{root.name}/{json.loads(line)['id']}" in unseen:
                        print(line, file=file)
    if wanted:
        sys.exit(f"{args.fold_models} has no models for {len(wanted)} pages, such as {min(wanted)}")
    return made


def evaluate(args, roots, only, made, folder):
    """What `leafmill evaluate` says of all of them, as its summary.json has it."""
    methods = [option for spec in METHODS for option in ("-m", spec)]
    files = [option for name, path in made.items() for option in ("--run", f"{name}={path}")]
    listed = folder / "only.txt"
    lines = [f"{root.name}/{page.id}" for root in roots for page in taken(root, only)]
    listed.write_text("\n".join(lines) + "\n", encoding="utf-8")
    command = [args.leafmill, "evaluate", *roots, *methods, *files, "--measure", args.what, "--only", listed]
    program.finish([*command, "-o", folder / "evaluate"])
    summary = json.loads((folder / "evaluate/summary.json").read_text(encoding="utf-8"))
    # How many pieces there are of what there should be none: a mean says nothing of that.
    found = collections.Counter()
    with open(folder / "evaluate/pages.csv", encoding="utf-8") as rows:
        for row in csv.DictReader(rows):
            found[row["dataset"], row["spec"].strip(), row["measure"]] += int(row["extracted"])
    for data in summary["datasets"]:
        for row in data["scores"]:
            row["extracted"] = found[data["name"], row["spec"].strip(), row["measure"]]
    return summary


def leafmill_milliseconds(args, roots, folder):
    """CPU milliseconds a page of a whole run of `extract` over the data sets, with all that is compared."""
    schema = "markdown" if args.what == "structure" else "text,metadata"
    pages = sum(len(corpora.read(root)) for root in roots)
    files = sorted({str(page.path.parent) for root in roots for page in corpora.read(root)})
    found = {}
    for spec in METHODS:
        before = os.times()
        command = [args.leafmill, "extract", *files, "-m", spec, "--schema", schema, "-o", folder / "out.jsonl"]
        subprocess.run(command, stderr=subprocess.DEVNULL, check=False)
        after = os.times()
        used = after.children_user + after.children_system - before.children_user - before.children_system
        found[spec] = round(1000 * used / max(pages, 1), 2)
    return found


def report(what, summary, milliseconds):
    """The tables: a data set each, and for each kind of page."""
    out = []
    for data in summary["datasets"]:
        scores = {(row["spec"].strip(), measure(row["measure"])): row for row in data["scores"]}
        tools = list(dict.fromkeys(tool for tool, _ in scores))
        out.append(f"## {data['name']}, {data['pages']} pages\n")
        if what == "structure":
            out.append(structure(tools, scores, milliseconds))
        else:
            out.append(metadata(tools, scores, milliseconds))
        kinds = sorted(data["kinds"])
        if len(kinds) > 1:
            for column in ["ten", "words"] if what == "structure" else ["title", "author", "date"]:
                head = "Mean of the ten kinds" if column == "ten" else f"F1 of {column}"
                out.append(f"{head}, by type:\n\n" + by_kind(column, tools, scores, kinds, data["kinds"]))
    return "\n".join(out)


def measure(name):
    return name.partition("(")[2].rstrip(")")


def structure(tools, scores, milliseconds):
    head = "F1 over the pages that have one (precision over all pages); clean, special and literal are shares, raw and unsafe pieces on all pages."
    columns = COLUMNS["structure"]
    rows = [["", "mean of ten", *columns.values(), "CPU ms a page"]]
    for tool in tools:
        cells = [tool, f"{mean_of_ten(tool, scores):.3f}"]
        for kind in columns:
            row = scores[tool, kind]
            if kind in ("raw", "unsafe"):
                cells.append(str(row["extracted"]))
            elif kind in ("words", "clean", "special", "literal"):
                value = row["micro"]["recall"] if kind in ("special", "literal") else row["macro"]["f1"]
                cells.append(f"{value:.3f}")
            else:
                cells.append(f"{row['macro']['f1']:.3f} ({row['micro']['precision']:.2f})")
        rows.append([*cells, str(milliseconds.get(tool, ""))])
    return f"{head}\n\n" + table(rows)


def mean_of_ten(tool, scores):
    return sum(scores[tool, kind]["macro"]["f1"] for kind in TEN) / len(TEN)


def metadata(tools, scores, milliseconds):
    columns = COLUMNS["metadata"]
    rows = [["", *columns.values(), "CPU ms a page"]]
    for tool in tools:
        cells = [tool]
        for field in columns:
            all_ = scores[tool, field]["macro"]
            cells.append(f"{all_['f1']:.3f} ({all_['precision']:.2f} {all_['recall']:.2f})")
        rows.append([*cells, str(milliseconds.get(tool, ""))])
    return "F1 (precision, recall), normalised equality.\n\n" + table(rows)


def by_kind(column, tools, scores, kinds, pages):
    rows = [["", *(f"{kind} ({pages[kind]})" for kind in kinds)]]
    for tool in tools:
        names = TEN if column == "ten" else [column]
        cells = []
        for kind in kinds:
            found = [scores[tool, name]["kinds"][kind]["f1"] for name in names if kind in scores[tool, name]["kinds"]]
            cells.append(f"{sum(found) / len(found):.3f}" if found else "")
        rows.append([tool, *cells])
    return table(rows)


def table(rows):
    """A table in Markdown, its first row the head."""
    rows = [f"| {' | '.join(row)} |\n" for row in rows]
    rule = "|---|" + "---:|" * (rows[0].count("|") - 2) + "\n"
    return rows[0] + rule + "".join(rows[1:])


if __name__ == "__main__":
    main()
