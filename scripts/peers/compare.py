"""Scores leafmill and its peers on the same pages, by the same measures, in one run.

    scripts/peers/compare.sh datasets/wcxb-dev
    scripts/peers/compare.sh datasets/wcxb-dev --method wu --method all -o results/peers
    scripts/peers/compare.sh datasets/cwce-a --peers trafilatura,resiliparse --texts mine=out.jsonl
    scripts/peers/compare.sh datasets/typed-a --method grain --folds .fold-models

All peers get the same text of a page (`decode.py` says how bytes become text). Leafmill reads the
files themselves, as it does in use; with --folds each page by the models, of those that `make train`
keeps, that have not seen it. A page that a tool fails on, by an error, a crash or more than
20 s of CPU, is an empty text. What the peers made is kept in `.peers/`, which is not committed;
delete it to run them again.

Differences are tool minus reference (the first --method or --texts), with the 95 % interval of
1,000 paired bootstrap samples of the pages, seeded.
"""

import argparse
import os.path
import re
import subprocess
import sys
from pathlib import Path

import score
from peers import corpora, runner, tables
from peers.measures import MEASURES
from program import LEAFMILL

ROOT = Path(__file__).resolve().parents[2]
# What is compared where the command line names nothing of leafmill's.
METHODS = ["grain", "wu", "all"]
# A method of grain's, and its parameters.
GRAIN = re.compile(r"grain(?:\((.*)\))?")


def main():
    """Runs what is asked for and prints the tables."""
    args = arguments()
    rows = []
    for root in args.datasets:
        name = root.resolve().name
        pages = corpora.read(root)[:: args.stride][: args.limit]
        texts = {label: leafmill(path, pages) for label, path in args.texts}
        for spec in args.method or ([] if args.texts else METHODS):
            cache = ROOT / ".peers" / name
            if args.folds:
                texts[f"{spec}, cross-validated"] = held_out(spec, args.folds, name, pages, cache)
            else:
                texts[spec] = leafmill(extract(spec, pages, cache), pages)
        status = {}
        for peer in args.peers:
            print(f"{name}: {peer}", file=sys.stderr)
            made = runner.run(peer, pages, ROOT / ".peers" / name / f"{peer}-{runner.version(peer)}.jsonl")
            texts[peer] = {page: row["text"] for page, row in made.items()}
            status[peer] = {page: row["status"] for page, row in made.items()}
        for measure in corpora.measures(pages):
            rows += measured(name, measure, pages, texts, status)
    report = tables.summary(rows, reference=next(iter(texts)), versions={p: runner.version(p) for p in args.peers})
    print(report)
    if args.output:
        tables.write(args.output, report, rows)


def arguments():
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0], prog="compare.sh")
    parser.add_argument("datasets", type=Path, nargs="+", metavar="DATASET", help="data set directory")
    parser.add_argument("--peers", type=peer_list, default=list(runner.PEERS), help="names, by commas (default: all)")
    parser.add_argument("--method", action="append", default=[], metavar="SPEC", help="a method of leafmill's (default: grain, wu, all)")
    parser.add_argument(
        "--texts", action="append", default=[], type=labelled, metavar="NAME=JSONL", help="texts made before"
    )
    parser.add_argument("--folds", type=Path, metavar="DIR", help="models of folds for each --method, which is grain's")
    parser.add_argument("--stride", type=int, default=1, metavar="N", help="every Nth page only")
    parser.add_argument("--limit", type=int, metavar="N", help="the first N of those only")
    parser.add_argument("-o", "--output", type=Path, metavar="DIR", help="write summary.md and pages.csv here")
    args = parser.parse_args()
    if args.folds and not (args.method and all(GRAIN.fullmatch(spec) for spec in args.method)):
        parser.error("--folds is for the models of grain: say --method grain, or with parameters")
    return args


def peer_list(text):
    names = [name for name in text.split(",") if name]
    unknown = [name for name in names if name not in runner.PEERS]
    if unknown:
        raise argparse.ArgumentTypeError(f"no such peers: {unknown}; there are {', '.join(runner.PEERS)}")
    return names


def labelled(text):
    label, _, path = text.partition("=")
    return label, Path(path)


def extract(spec, pages, cache):
    """Runs leafmill over the pages' folder; the JSONL that it wrote."""
    cache.mkdir(parents=True, exist_ok=True)
    out = cache / "leafmill.jsonl"
    folder = os.path.commonpath([page.path.parent for page in pages])
    done = subprocess.run([LEAFMILL, "extract", folder, "-o", out, "--method", spec], stderr=subprocess.PIPE)
    # 1 tells of damage, which some data sets have; what there is to say of it is leafmill's own.
    if done.returncode not in (0, 1):
        sys.exit(f"leafmill ended with {done.returncode}: {done.stderr.decode()}")
    return out


def held_out(spec, folds, dataset, pages, cache):
    """Page id to text, each page extracted by the models of the fold that had not seen it."""
    known = {}
    for fold in sorted(folds.glob("fold-*")):
        unseen = set((fold / "pages.txt").read_text(encoding="utf-8").splitlines())
        own = [page for page in pages if f"{dataset}/{page.id}" in unseen]
        made = leafmill(extract(with_models(spec, fold), pages, cache), pages)
        known |= {page.id: made[page.id] for page in own}
    missing = [page.id for page in pages if page.id not in known]
    if missing:
        sys.exit(f"{folds}: no fold holds {len(missing)} pages of {dataset} out, the first is {missing[0]}")
    return known


def with_models(spec, models):
    """A method of grain's with the models of a directory."""
    parameters = GRAIN.fullmatch(spec)[1]
    return f"grain({parameters + ',' if parameters else ''}models={models})"


def leafmill(path, pages):
    """Page id to text from leafmill's JSONL."""
    return score.read_texts(path, {page.id: page for page in pages})


def measured(dataset, measure, pages, texts, status):
    """A row a tool and page."""
    count = MEASURES[measure].count
    for tool, made in texts.items():
        for page in pages:
            yield tables.Row(
                dataset=dataset,
                measure=measure,
                tool=tool,
                page=page.id,
                kind=page.kind,
                status=status.get(tool, {}).get(page.id, "ok" if made[page.id] else "empty"),
                value=count(made[page.id], page),
            )


if __name__ == "__main__":
    main()
