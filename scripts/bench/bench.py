"""Compares whole processes, WARC in and JSONL out, in CPU, wall time and memory.

    scripts/bench/bench.sh datasets/wcxb-dev -o results/bench

The pages of a data set become one `.warc.gz`, written by warcio, and a second of five copies of it.
Every contender reads each file in alternating rounds, its output going to /dev/null; ratios are made
inside a round, so that a busy machine touches both sides. `warcio + trafilatura` runs once, on the
single copy. `gzip -dc` and `libdeflate-gunzip -c` only unpack, which nothing that reads the pages can do
without. Where `perf` is installed, a profile of each method says where its time goes.
"""

import argparse
import datetime
import hashlib
import json
import os
import shutil
import sys
import tempfile
from pathlib import Path

import make_warc
from bench import measure, profile, report
from bench.origin import commit, machine
from peers import runner
from program import LEAFMILL

COPIES = 5


def main():
    """Makes the files, measures, writes the results."""
    args = arguments()
    pages = [path for _, path in make_warc.find_pages(args.dataset)]
    gunzips = [name for name in (["libdeflate-gunzip", "-c"], ["gzip", "-dc"]) if shutil.which(name[0])]
    for name in ("libdeflate-gunzip", "gzip"):
        if not shutil.which(name):
            print(f"{name} is not installed and is left out (Debian: libdeflate-tools, gzip)", file=sys.stderr)
    methods, parsers = args.method or ["all", "wu", "grain"], ["native", "tl"]
    field = list(measure.contenders(args.program, methods, parsers, [1, 2], gunzips))
    with tempfile.TemporaryDirectory(prefix="leafmill-bench-") as folder:
        single, copies = make_files(args.dataset, Path(folder))
        result = {
            "date": datetime.date.today().isoformat(),
            "command": "scripts/bench/bench.sh " + " ".join(Path(arg).name if "/" in arg else arg for arg in sys.argv[1:]),
            "commit": commit(),
            "machine": machine(),
            "data": {
                "name": args.dataset.resolve().name,
                "pages": len(pages),
                "html_bytes": sum(html_bytes(path) for path in pages),
                "warc_bytes": single.stat().st_size,
                "warc_sha256": hashlib.sha256(single.read_bytes()).hexdigest(),
            },
            "versions": {name: runner.version(name) for name in ("FastWARC", "Resiliparse", "warcio", "trafilatura")},
            "load_before": os.getloadavg()[0],
            "files": [],
        }
        for copies_of, warc, number in ((1, single, args.rounds), (COPIES, copies, args.rounds_of_copies)):
            entrants = [contender for contender in field if copies_of == 1 or not contender.once]
            taken = measure.rounds(entrants, warc, len(pages) * copies_of, number)
            runs = {name: [run._asdict() for run in runs] for name, runs in taken.items()}
            result["files"].append({"copies": copies_of, "runs": runs})
        result["load_after"] = os.getloadavg()[0]
        result["profiles"] = profiles(args.program, methods, parsers, copies)
    report.write(args.output, result)
    print(report.summary(result))


def profiles(program, methods, parsers, warc):
    """Each method's profile by parser; none without perf, as without it nothing is lost but them."""
    taken = {}
    for spec in methods:
        for parser in parsers:
            options = ["--method", spec, "--parser", parser, "--threads", "1"]
            taken[f"{spec} --parser {parser}"] = profile.shares(program, warc, warc.parent, options)
    if None in taken.values():
        print("perf is not installed: no profile (Debian: linux-perf)", file=sys.stderr)
        return {}
    return taken


def arguments():
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0], prog="bench.sh")
    parser.add_argument("dataset", type=Path, help="data set whose pages become the WARC")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="DIR", help="results folder")
    parser.add_argument("--program", type=Path, default=LEAFMILL, help="leafmill")
    parser.add_argument("--method", action="append", metavar="SPEC", help="leafmill's methods (default: all, wu, grain)")
    parser.add_argument("--rounds", type=int, default=5, help="rounds over the single copy")
    parser.add_argument("--rounds-of-copies", type=int, default=3, help="rounds over the five copies")
    return parser.parse_args()


def make_files(dataset, folder):
    """The WARC of the data set, and five of it end to end, which is a WARC too."""
    single, copies = folder / "single.warc.gz", folder / "copies.warc.gz"
    with open(single, "wb") as out:
        make_warc.write_warc(out, single.name, make_warc.find_pages(dataset), make_warc.addresses(dataset), False)
    copies.write_bytes(single.read_bytes() * COPIES)
    return single, copies


def html_bytes(path):
    data = path.read_bytes()
    return int.from_bytes(data[-4:], "little") if path.suffix == ".gz" else len(data)


if __name__ == "__main__":
    main()
