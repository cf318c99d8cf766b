"""Measures what a run promises, and writes the tables of results/trust.

    python3 -m trust.trust -o results/trust       (PYTHONPATH=scripts)

- 100 random schedules of two to four processes on one output directory, killed and begun again: half of them
  write JSON Lines, half a file a page.
- 50,000 loose pages as a file a page beside the same as JSON Lines: wall time, in turn, three times each.
"""

from __future__ import annotations

import argparse
import gzip
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.origin import ROOT, commit, machine
from program import LEAFMILL
from trust import schedules

SAMPLE = ROOT / "datasets/sample"


def timed(command: list[str | Path]) -> tuple[float, float]:
    """Wall and CPU seconds of a command that must end well."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begun = time.monotonic()
    subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
    wall = time.monotonic() - begun
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def loose_pages(directory: Path, count: int) -> None:
    """The pages of the sample, again and again, in folders of a thousand."""
    pages = [gzip.decompress(path.read_bytes()) for path in sorted((SAMPLE / "pages").glob("*.html.gz"))]
    for number in range(count):
        folder = directory / f"{number // 1000:03}"
        if number % 1000 == 0:
            folder.mkdir(parents=True)
        (folder / f"{number:05}.html").write_bytes(pages[number % len(pages)][:20_000])


def formats(program: Path, scratch: Path, count: int, rounds: int) -> list[str]:
    """The table of a file a page beside JSON Lines."""
    pages = scratch / "pages"
    loose_pages(pages, count)
    kinds = {
        "jsonl, a file": ["-o", scratch / "out.jsonl"],
        "jsonl, a directory": ["-o", f"{scratch}/shards/", "--compress", "none"],
        "text, a file a page": ["-o", f"{scratch}/text/", "--format", "text"],
    }
    found: dict[str, list[tuple[float, float]]] = {kind: [] for kind in kinds}
    for _ in range(rounds):
        for kind, options in kinds.items():
            for left in ("shards", "text"):
                shutil.rmtree(scratch / left, ignore_errors=True)
            os.sync()
            found[kind].append(timed([program, "extract", pages, "-m", "all", *options]))
    lines = ["| | wall s | CPU s | wall beside jsonl |", "|---|---:|---:|---:|"]
    base = [wall for wall, _ in found["jsonl, a directory"]]
    for kind, times in found.items():
        wall = statistics.median(wall for wall, _ in times)
        cpu = statistics.median(cpu for _, cpu in times)
        ratio = statistics.median(wall / other for (wall, _), other in zip(times, base))
        lines.append(f"| {kind} | {wall:.2f} | {cpu:.2f} | {ratio:.2f} |")
    return lines


def main() -> None:
    """Runs all, and writes summary.md."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=Path, default=LEAFMILL)
    parser.add_argument("--schedules", type=int, default=100)
    parser.add_argument("--pages", type=int, default=50_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("-o", "--output", type=Path, required=True)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        scratch = Path(temporary)
        collection = scratch / "in"
        collection.mkdir()
        for copy in range(6):
            shutil.copy(SAMPLE / "sample.warc.gz", collection / f"{copy}.warc.gz")
        shutil.copytree(SAMPLE / "pages", collection / "pages")
        outcome = schedules.Outcome()
        for form in ("jsonl", "text"):
            options = ["-m", "all", "--format", form]
            schedules.run(args.program, [collection], scratch, args.schedules // 2, options, outcome)
        table = formats(args.program, scratch, args.pages, args.rounds)
    origin = machine()
    text = [
        f"leafmill {commit()}, {origin['cpu']}, {origin['cores']} cores, {origin['kernel']}.",
        "",
        f"**{outcome.schedules} random schedules** of two to four processes on one directory",
        "",
        "| processes begun | killed | interrupted | told that another run writes | directories that differ |",
        "|---:|---:|---:|---:|---:|",
        f"| {outcome.processes} | {outcome.killed} | {outcome.interrupted} | {outcome.refused} | {len(outcome.lost)} |",
        "",
        f"**{args.pages:,} loose pages**, method `all`, medians of {args.rounds} rounds",
        "",
        *table,
        "",
    ]
    args.output.mkdir(parents=True, exist_ok=True)
    (args.output / "summary.md").write_text("\n".join(text))
    print("\n".join(text))
    if outcome.lost:
        sys.exit(f"lost: {outcome.lost}")


if __name__ == "__main__":
    main()
