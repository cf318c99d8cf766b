"""Scores leafmill and its peers on the same pages, by the same measures, in one run.

    scripts/peers/compare.sh datasets/wcxb-dev
    scripts/peers/compare.sh datasets/wcxb-dev --method wu --method all -o results/peers
    scripts/peers/compare.sh datasets/cwce-a --peers trafilatura,resiliparse --texts mine=out.jsonl

All peers get the same text of a page (`decode.py` says how bytes become text). Leafmill reads the
files themselves, as it does in use. A page that a tool fails on, by an error, a crash or more than
20 s of CPU, is an empty text. What the peers made is kept in `.peers/`, which is not committed;
delete it to run them again.

Differences are tool minus reference (the first --method or --texts), with the 95 % interval of
1,000 paired bootstrap samples of the pages, seeded.
"""

import argparse
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


def main():
    """Runs what is asked for and prints the tables."""
    args = arguments()
    rows = []
    for root in args.datasets:
        name = root.resolve().name
        pages = corpora.read(root)[:: args.stride][: args.limit]
        texts = {label: leafmill(path, pages) for label, path in args.texts}
        for spec in args.method or ([] if args.texts else METHODS):
            texts[spec] = leafmill(extract(spec, pages, ROOT / ".peers" / name), pages)
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
    parser.add_argument("--stride", type=int, default=1, metavar="N", help="every Nth page only")
    parser.add_argument("--limit", type=int, metavar="N", help="the first N of those only")
    parser.add_argument("-o", "--output", type=Path, metavar="DIR", help="write summary.md and pages.csv here")
    return parser.parse_args()


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
    """Runs leafmill over the pages' folders; the JSONL that it wrote."""
    cache.mkdir(parents=True, exist_ok=True)
    out = cache / "leafmill.jsonl"
    folders = sorted({str(page.path.parent) for page in pages})
    done = subprocess.run([LEAFMILL, "extract", *folders, "-o", out, "--method", spec], stderr=subprocess.PIPE)
    # 1 tells of damage, which some data sets have; what there is to say of it is leafmill's own.
    if done.returncode not in (0, 1):
        sys.exit(f"leafmill ended with {done.returncode}: {done.stderr.decode()}")
    return out


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
