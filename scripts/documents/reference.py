"""Holds `evaluate --measure structure` and `metadata` against other scorers, over the same documents.

    python3 -m documents.reference structure LEAFMILL DATASETS/wcxb-dev --scorers DIR -o results/structure
    python3 -m documents.reference metadata LEAFMILL DATASETS/wcxb-dev … --scorers DIR -o results/metadata

The scorers are `score_structure.py` and `score_metadata.py` of DIR, written by somebody else from the same
definitions, with parsers of their own. Both sides get the documents that leafmill makes of the pages and those
of the peers that `make structure` or `make metadata` left in `.peers/`. The exit code is 1 if any figure
differs by more than 0.001.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from documents import fundus
from peers import corpora

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
# The most that two figures of the same thing may differ by.
MOST = 0.001
METHODS = ["grain", "all"]
# The scorer's names of what it counts, and leafmill's.
KINDS = {
    "words": "words", "heading": "heading", "heading_level": "level", "item": "item", "item_depth": "depth",
    "cell": "cell", "teds": "teds", "code": "code", "icode": "inline-code", "link": "link", "strong": "strong",
    "em": "emphasis", "quote": "quote",
}  # fmt: skip
# A line of `score_metadata.py`.
SCORED = re.compile(r"^(\S+)\s+(\w+)\s.*\| norm (\S+) (\S+) (\S+) \| strict (\S+) loose (\S+)(?: \| names (\S+))?")


def main():
    """Compares, and writes the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("what", choices=["structure", "metadata"])
    parser.add_argument("leafmill", type=Path)
    parser.add_argument("datasets", type=Path, nargs="+", metavar="DATASET")
    parser.add_argument("--scorers", type=Path, required=True, metavar="DIR")
    parser.add_argument("-o", "--output", type=Path, required=True)
    args = parser.parse_args()
    rows = []
    for root in args.datasets:
        own = fundus.converted(root, ROOT / ".peers") if fundus.is_fundus(root) else root
        with tempfile.TemporaryDirectory() as folder:
            made = documents(args, own, Path(folder))
            ours = by_evaluate(args, own, made, Path(folder))
            theirs = (structure if args.what == "structure" else metadata)(args, root, own, made, Path(folder))
        rows += [(root.name, *key, theirs[key], ours[key]) for key in theirs]
    args.output.mkdir(parents=True, exist_ok=True)
    (args.output / "reference.md").write_text(table(args.what, rows), encoding="utf-8")
    return 1 if any(differ(theirs, ours) for *_, theirs, ours in rows) else 0


def pages(args, root):
    """The pages that take part: of WCXB dev those that `make structure` or `make metadata` takes."""
    only = HERE / f"pages-{args.what}.txt"
    names = {line.split("/", 1)[1] for line in only.read_text().split() if line.startswith(f"{root.name}/")}
    return {page.id: page for page in corpora.read(root) if not names or page.id in names}


def documents(args, root, folder):
    """What each tool made: name to a file of rows as `evaluate --run` takes them."""
    wanted = pages(args, root)
    folders = sorted({str(page.path.parent) for page in wanted.values()})
    made = {}
    for method in METHODS if args.what == "structure" else METHODS[:1]:
        out, made[method] = folder / "extracted.jsonl", folder / f"{method}.jsonl"
        schema = "id,markdown" if args.what == "structure" else "id,metadata"
        run([args.leafmill, "extract", *folders, "-m", method, "--schema", schema, "-o", out])
        with open(made[method], "w", encoding="utf-8") as file:
            for row in lines(out):
                said = row.pop("metadata", {})
                about = {"title": said.get("title"), "author": said.get("authors"), "date": said.get("published")}
                if row["id"] in wanted:
                    print(json.dumps(row | {key: value for key, value in about.items() if value}), file=file)
    for cache in sorted((ROOT / ".peers/documents" / root.name).glob("*.jsonl")):
        name = re.sub(r"-[\d.]+$", "", cache.stem)
        rows = {row["id"]: row for row in lines(cache) if row["id"] in wanted}
        if name == "newspaper4k" and args.what == "structure" or len(rows) < len(wanted):
            continue
        made[name] = folder / f"{name}.jsonl"
        with open(made[name], "w", encoding="utf-8") as file:
            for row in rows.values():
                said = {key: row[key] for key in ("title", "author", "date") if row.get(key)}
                print(json.dumps({"id": row["id"], "markdown": row["text"], **said}), file=file)
    return made


def by_evaluate(args, root, made, folder):
    """(tool, figure) to its value by `leafmill evaluate`."""
    listed = folder / "only.txt"
    listed.write_text("".join(f"{root.name}/{name}\n" for name in pages(args, root)), encoding="utf-8")
    files = [part for name, path in made.items() for part in ("--run", f"{name}={path}")]
    measures = ["structure"] if args.what == "structure" else ["metadata", "metadata(strict)", "metadata(loose)"]
    asked = [part for measure in measures for part in ("--measure", measure)]
    run([args.leafmill, "evaluate", root, *files, *asked, "--only", listed, "-o", folder / "evaluate"])
    summary = json.loads((folder / "evaluate/summary.json").read_text(encoding="utf-8"))
    found = {}
    for row in summary["datasets"][0]["scores"]:
        tool, name = row["spec"].strip(), row["measure"].partition("(")[2].rstrip(")")
        if args.what == "metadata":
            found |= {(tool, name): row["micro"]["f1"]}
            found |= {(tool, f"{name} {side}"): row["micro"][side] for side in ("precision", "recall")}
        elif name == "special":
            found[tool, name] = row["micro"]["recall"]
        else:
            found[tool, name] = row["macro"]["f1"]
            found[tool, f"{name} precision"] = row["micro"]["precision"]
    return found


def structure(args, root, own, made, folder):
    """(tool, figure) to its value by `score_structure.py`."""
    home = ROOT / ".peers/reference"
    home.mkdir(parents=True, exist_ok=True)
    # Its golds take minutes and depend on the data set alone.
    told = os.environ | {"OUT": str(home), "LEAFMILL_DATA": str(root.resolve().parents[1])}
    if not (home / "golds.pkl").exists():
        run([sys.executable, args.scorers / "make_golds.py"], env=told, cwd=args.scorers)
    ids = folder / "ids.txt"
    ids.write_text("\n".join(pages(args, own)), encoding="utf-8")
    named = []
    for name, path in made.items():
        given = folder / f"{name}-md.jsonl"
        given.write_text("".join(json.dumps({"id": row["id"], "md": row["markdown"]}) + "\n" for row in lines(path)))
        named.append(f"{name}={given}")
    (home / "structure.json").unlink(missing_ok=True)
    run([sys.executable, args.scorers / "score_structure.py", "--ids", ids, *named], env=told, cwd=args.scorers)
    found = {}
    for tool, scores in json.loads((home / "structure.json").read_text(encoding="utf-8"))["source"].items():
        for name, kind in KINDS.items():
            found[tool, kind] = scores[name]["macro"]
            found[tool, f"{kind} precision"] = scores[name]["P"]
        found[tool, "clean"] = 1 - scores["_"]["stray"]
        found[tool, "special"] = scores["_"]["special"]
    return found


def metadata(args, root, own, made, folder):
    """(tool, figure) to its value by `score_metadata.py`."""
    known = pages(args, own)
    layout = "wcxb" if root.name.startswith("wcxb") else root.name
    # How it names pages: trafilatura's by their addresses, Fundus' by country and file.
    names = {"trafilatura-a": lambda name: known[name].url, "fundus-a": lambda name: name.replace("-", "/", 1)}
    given = folder / "theirs"
    given.mkdir()
    for tool, path in made.items():
        rows = [row | {"id": names.get(root.name, str)(row["id"])} for row in lines(path)]
        (given / tool).write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    told = os.environ | {"LEAFMILL_DATA": str(root.resolve().parents[1])}
    command = [sys.executable, args.scorers / "score_metadata.py", layout, *(given / tool for tool in made)]
    found = {}
    for line in run(command, env=told, cwd=args.scorers).splitlines():
        tool, field, precision, recall, norm, strict, loose, by_name = SCORED.match(line).groups()
        found[tool, f"{field} precision"], found[tool, f"{field} recall"] = float(precision), float(recall)
        found |= {(tool, field): float(norm), (tool, f"{field},strict"): float(strict), (tool, f"{field},loose"): float(loose)}
        if by_name:
            found[tool, "names"] = float(by_name)
    return found


def lines(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def run(command, **options):
    """The output of a program; 1 tells of damage, which some data sets have."""
    done = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, text=True, check=False, **options)
    if done.returncode not in (0, 1):
        sys.exit(f"{command[0]} ended with {done.returncode}")
    return done.stdout


def differ(theirs, ours):
    """Whether two figures are not the same to three places, as the scorers print them."""
    return abs(theirs - ours) > MOST


def table(what, rows):
    """Figures of both, a line a data set and tool, those that differ marked."""
    differing = sum(differ(theirs, ours) for *_, theirs, ours in rows)
    out = [
        f"# `evaluate --measure {what}` beside another scorer\n",
        f"`make reference` at commit {os.environ.get('LEAFMILL_COMMIT', 'unknown')}: the other scorer's figure / leafmill's, of the same",
        f"documents; {len(rows)} figures, {differing} of them more than {MOST} apart, which are **bold**. The largest",
        f"difference is {max(abs(theirs - ours) for *_, theirs, ours in rows):.4f}.\n",
    ]
    figures = list(dict.fromkeys(row[2] for row in rows))
    tools = list(dict.fromkeys(row[:2] for row in rows))
    values = {row[:3]: row[3:] for row in rows}
    out += ["| figure | " + " | ".join(f"{data}, {tool}" for data, tool in tools) + " |", "|---|" + "---|" * len(tools)]
    for figure in figures:
        cells = []
        for tool in tools:
            theirs, ours = values.get((*tool, figure), (0, 0))
            cell = f"{theirs:.4f} / {ours:.4f}" if (*tool, figure) in values else ""
            cells.append(f"**{cell}**" if differ(theirs, ours) else cell)
        out.append(f"| {figure} | " + " | ".join(cells) + " |")
    return "\n".join([*out, ""])


if __name__ == "__main__":
    sys.exit(main())
