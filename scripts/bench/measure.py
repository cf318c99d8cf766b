"""Runs whole processes and takes what the kernel says of them."""

import json
import subprocess
import sys
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
    """Runs a contender over a WARC; its rows go nowhere, unless they are counted."""
    command = [str(warc) if part == "{}" else part for part in contender.command]
    one = [sys.executable, "-I", "-S", str(HERE / "one.py"), "count" if count else "drop", *command]
    taken = json.loads(subprocess.run(one, stdout=subprocess.PIPE, check=True).stdout)
    if code := taken.pop("code"):
        sys.exit(f"{contender.name} ended with {code}: {' '.join(command)}")
    return Run(**taken)


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
