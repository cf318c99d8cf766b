"""Two builds of leafmill side by side: what a change costs.

    PYTHONPATH=scripts python3 -m bench.paired BEFORE AFTER ARCHIVE.warc.gz -o results/trust/paired.md

Each method writes each format from the archive to /dev/null on one thread, the two builds in turn, and ratios of
CPU time are made inside a round, so that a busy machine touches both. Where valgrind is, the instructions of
both over the archive's beginning are counted too: these are the same on a machine that is busy or idle.
"""

from __future__ import annotations

import argparse
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from itertools import product
from pathlib import Path

from bench.origin import machine

METHODS, FORMATS, PARSERS = ("all", "wu", "grain"), ("jsonl", "text"), ("tl", "native")
# Bytes of the archive whose instructions are counted: valgrind is some thirty times as slow.
BEGINNING = 6_000_000


def command(program: Path, archive: Path, method: str, form: str, parser: str) -> list[str | Path]:
    """A run on one thread."""
    options = ["-m", method, "--format", form, "--parser", parser, "-j", "1", "-o", "/dev/null"]
    return [program, "extract", archive, *options]


def cpu(arguments: list[str | Path]) -> float:
    """CPU seconds of a command that must end well."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(arguments, check=True, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def instructions(arguments: list[str | Path]) -> int:
    """Instructions of a command."""
    valgrind = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
    done = subprocess.run([*valgrind, *arguments], stderr=subprocess.PIPE, text=True, check=False)
    found = re.search(r"I +refs: +([\d,]+)", done.stderr)
    if not found:
        sys.exit(f"valgrind counts nothing: {done.stderr}")
    return int(found[1].replace(",", ""))


def main() -> None:
    """Measures, and writes the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path)
    parser.add_argument("archive", type=Path)
    parser.add_argument("--names", nargs=2, default=("before", "after"), help="what the builds are called")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("-o", "--output", type=Path, required=True)
    args = parser.parse_args()
    origin, counts = machine(), bool(shutil.which("valgrind"))
    counted = f"instructions of its first {BEGINNING:,} bytes" if counts else "instructions were not counted"
    lines = [
        f"{args.names[0]} and {args.names[1]}, {args.archive.name} of {args.archive.stat().st_size:,} bytes, one thread, "
        f"medians of {args.rounds} rounds; {counted}.",
        f"{origin['cpu']}, {origin['cores']} cores, {origin['kernel']}.",
        "",
        "| method | format | parser | CPU s before | after | after / before |"
        + (" instructions before, M | after | after / before |" if counts else ""),
        "|---|---|---|---:|---:|---:|" + ("---:|---:|---:|" if counts else ""),
    ]
    with tempfile.TemporaryDirectory() as scratch:
        beginning = Path(scratch, "beginning.warc.gz")
        beginning.write_bytes(args.archive.read_bytes()[:BEGINNING])
        for what in product(METHODS, FORMATS, PARSERS):
            times: list[tuple[float, float]] = []
            for turn in range(args.rounds):
                programs = [args.before, args.after]
                found = {p: cpu(command(p, args.archive, *what)) for p in (programs if turn % 2 else reversed(programs))}
                times.append((found[args.before], found[args.after]))
            before, after = (statistics.median(side) for side in zip(*times))
            ratio = statistics.median(after / before for before, after in times)
            cells = [*what, f"{before:.2f}", f"{after:.2f}", f"{ratio:.3f}"]
            if counts:
                one, other = (instructions(command(p, beginning, *what)) for p in (args.before, args.after))
                cells += [f"{one / 1e6:.0f}", f"{other / 1e6:.0f}", f"{other / one:.3f}"]
            lines.append("| " + " | ".join(cells) + " |")
            print(lines[-1], flush=True)
    args.output.parent.mkdir(parents=True, exist_ok=True)
    args.output.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
