"""Runs whole processes and takes what the kernel says of them."""

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent


class Contender(NamedTuple):
    """A program that turns a WARC into rows, or, as a bound, into bytes."""

    name: str
    command: list
    rows: bool = True
    once: bool = False


class Run(NamedTuple):
    """What one process took. `cpu` is user and system time of all its threads."""

    cpu: float
    wall: float
    rss_mb: float
    rows: int | None


def contenders(program, specs, parsers, threads, gunzips):
    """Those that are measured, in the order of the tables; the argument {} stands for the WARC."""
    for spec in specs:
        for parser in parsers:
            for count in threads:
                options = ["--method", spec, "--parser", parser, "--threads", str(count)]
                name = f"leafmill {spec} --parser {parser} --threads {count}"
                yield Contender(name, [str(program), "extract", "{}", "-o", "-", *options])
    python = [sys.executable, "-I"]
    yield Contender("FastWARC + resiliparse", [*python, str(HERE / "fastwarc_resiliparse.py"), "{}"])
    yield Contender("warcio + trafilatura", [*python, str(HERE / "warcio_trafilatura.py"), "{}"], once=True)
    for gunzip in gunzips:
        yield Contender(" ".join(gunzip), [*gunzip, "{}"], rows=False)


def run(contender, warc, count=False):
    """Runs a contender over a WARC. Its rows go nowhere, or, to be counted, through a pipe.

    The peak of memory is at least that of this process, some 15 MB, which the child's begins as.
    """
    command = [str(warc) if part == "{}" else part for part in contender.command]
    began = time.monotonic()
    sink = subprocess.PIPE if count else subprocess.DEVNULL
    process = subprocess.Popen(command, stdout=sink, stderr=subprocess.DEVNULL)
    rows = count_lines(process.stdout) if count else None
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.monotonic() - began
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{contender.name} ended with {process.returncode}: {' '.join(command)}")
    return Run(usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / 1024, rows)


def count_lines(pipe):
    with pipe:
        return sum(block.count(b"\n") for block in iter(lambda: pipe.read(1 << 20), b""))


def rounds(field, warc, pages, number):
    """Contender's name to its runs. Each round goes through the field once, every other one
    backwards, so that a drift of the machine's speed falls on all alike. A round before them, which
    is not taken, counts rows; whoever runs once is counted and taken in the same run."""
    taken = {contender.name: [] for contender in field}
    for contender in field:
        first = run(contender, warc, count=contender.rows)
        if contender.rows and first.rows != pages:
            sys.exit(f"{contender.name} made {first.rows} rows of {pages} pages")
        if contender.once:
            taken[contender.name].append(first)
    again = [contender for contender in field if not contender.once]
    for turn in range(number):
        for contender in again if turn % 2 == 0 else reversed(again):
            taken[contender.name].append(run(contender, warc))
        print(f"{warc.name}: round {turn + 1} of {number}", file=sys.stderr)
    return taken
