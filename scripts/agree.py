#!/usr/bin/env python3
"""Holds `leafmill evaluate` against score.py on whole data sets.

    python3 scripts/agree.py DATASETS... -m cetr -m wu -o results/scorers

Each set's pages are extracted to JSON Lines by each method and evaluated by the same method; score.py counts
the JSON Lines anew, by its own definitions, and is held against the rows of pages.csv: each page, and the
means. The exit code is 1 if any differ by more than 0.001.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.origin import commit
from program import LEAFMILL

import score

# Where the pages lie in each layout, by what the gold is read from.
PAGES = {
    "gold.jsonl": ["pages"],
    "dev/ground-truth": ["dev/html"],
    "cleaned": ["original"],
    "ground-truth.json": ["html"],
    "evaldata.json": ["cache", "eval"],
    "GoldStandard": ["input"],
    "doc_lg.json": ["html"],
}
WRAPPER = b"<text id="
TEXTS = ["words", "words(cjk=run)", "shingles(4)", "lcs"]
SNIPPETS = ["snippets", "snippets(fold=case)"]


def main():
    """Compares every set, method and measure, and writes a page of the figures."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("datasets", type=Path, nargs="+", metavar="DATASET")
    parser.add_argument("-m", "--method", action="append", required=True, metavar="SPEC")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="DIR")
    parser.add_argument("--leafmill", type=Path, default=LEAFMILL, metavar="FILE")
    args = parser.parse_args()
    rows = []
    for data in args.datasets:
        if pages(data):
            for method in args.method:
                rows += compare(args.leafmill, data, method)
        else:
            print(f"{data}: passed over: no gold that score.py reads", file=sys.stderr)
    args.output.mkdir(parents=True, exist_ok=True)
    (args.output / "README.md").write_text(readme(rows), encoding="utf-8")
    return 1 if any(row["differences"] for row in rows) else 0


def pages(data):
    """The folders of a data set that hold pages."""
    known = (folders for gold, folders in PAGES.items() if (data / gold).exists())
    return [data / folder for folder in next(known, ()) if (data / folder).is_dir()]


def unwrapped(folder, copy):
    """A folder of pages; of pages that CleanEval has wrapped in an element, a copy without, as `evaluate` reads them."""
    files = [path for path in folder.iterdir() if path.is_file()]
    if not any(path.read_bytes().startswith(WRAPPER) for path in files):
        return folder
    copy.mkdir()
    for path in files:
        page = path.read_bytes()
        (copy / path.name).write_bytes(page.partition(b">")[2] if page.startswith(WRAPPER) else page)
    return copy


def measures(golds):
    """What a gold supports."""
    texts = TEXTS if any(gold.text for gold in golds.values()) else []
    return texts + (SNIPPETS if any(gold.required or gold.forbidden for gold in golds.values()) else [])


def compare(program, data, method):
    """A row a measure: means on both sides, and how many pages and means differ."""
    golds = score.read_golds(data)
    wanted = measures(golds)
    with tempfile.TemporaryDirectory() as scratch:
        texts = {}
        # A page may lie in two folders; the first that has it counts.
        for number, folder in enumerate(pages(data)):
            out = Path(scratch, f"{number}.jsonl")
            run([program, "extract", unwrapped(folder, Path(scratch, str(number))), "-m", method, "-o", out])
            texts = score.read_texts(out, golds) | texts
        arguments = [part for measure in wanted for part in ("--measure", measure)]
        run([program, "evaluate", data, "-m", method, *arguments, "-o", scratch])
        return [row(data, method, name, golds, texts, Path(scratch, "pages.csv")) for name in wanted]


def row(data, method, name, golds, texts, csv):
    """One measure of one method on one set, counted by both."""
    measure = score.MEASURES[name]
    theirs = score.read_pages_csv(csv, data.resolve().name, name, method)
    ours = {page: count for page, count in score.count(texts, golds, measure).items() if page in theirs}
    means = [measure.average(list(counts)) for counts in (ours.values(), (counts for counts, _ in theirs.values()))]
    print(data.name, method, name, *means, sep="\t")
    differences = score.compare(ours, theirs, measure)
    return {"set": data.resolve().name, "method": method, "measure": name, "pages": len(ours), "means": means, "differences": differences}


def run(command):
    """Runs the program; damage and skipped files are its own to report."""
    done = subprocess.run([str(part) for part in command], stdout=subprocess.DEVNULL, check=False)
    if done.returncode not in (0, 1):
        raise RuntimeError(f"{command[1]} ended with {done.returncode}")


def readme(rows):
    """The page of the figures."""
    sets = " ".join(dict.fromkeys(row["set"] for row in rows))
    methods = " ".join(f"-m '{method}'" for method in dict.fromkeys(row["method"] for row in rows))
    lines = [
        "# evaluate beside an independent scorer",
        "",
        f"    python3 scripts/agree.py {sets} {methods} -o results/scorers",
        "",
        f"At commit {commit()}, each set by its folder: P, R and F1 of leafmill's JSON Lines by",
        "`scripts/score.py`, written from the benchmarks' published definitions, and by `leafmill evaluate`. All pages and",
        "all means are compared; *same* is within 0.001.",
        "",
        "| set | pages | method | measure | score.py | evaluate | |",
        "|---|---:|---|---|---|---|---|",
    ]
    for row in rows:
        figures = (" / ".join(f"{value:.4f}" for value in mean) for mean in row["means"])
        verdict = "differ" if row["differences"] else "same"
        cells = (row["set"], row["pages"], f"`{row['method']}`", f"`{row['measure']}`", *figures, verdict)
        lines.append("| " + " | ".join(map(str, cells)) + " |")
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    sys.exit(main())
