"""Measures the Python package beside its peers, on one core, and writes results/python/README.md.

Usage: figures.py DATASET --program PROGRAM --wheel WHEEL [--engines PYTHON] -o DIRECTORY

DATASET is WCXB's development split, of which the pages of scripts/documents/pages-structure.txt are taken.
It runs in an interpreter that has leafmill and the peers; PYTHON is one that has leafmill, Spark and
datatrove, whose own steps need another trafilatura. Work within one process is the least of several rounds,
and processes are the median of many; in each round all take turns. Where valgrind is installed it counts the
instructions of the binding, which no other load on the machine changes.
"""

import argparse
import gzip
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

from bench.origin import commit, machine  # noqa: E402
from bench.paired import instructions  # noqa: E402

HERE = Path(__file__).parent

# Bytes of the archive that Spark reads.
GIGABYTE = 10**9

# Each session of Spark's reads it so often.
SPARK_READS = ("the first reading of a session", "the second")


def cpu_of(work):
    """CPU seconds of this process, all threads, and wall seconds."""
    cpu, wall = time.process_time(), time.perf_counter()
    work()
    return time.process_time() - cpu, time.perf_counter() - wall


def least(field, rounds):
    """Name to the least CPU and the least wall seconds; all take turns."""
    taken = {name: [] for name in field}
    for _ in range(rounds):
        for name, work in field.items():
            taken[name].append(cpu_of(work))
    return {name: tuple(map(min, zip(*runs, strict=True))) for name, runs in taken.items()}


def child(command):
    """CPU seconds of a process and of those that it waits for."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{command} ended with {process.returncode}")
    return used.ru_utime + used.ru_stime


def turns(commands, rounds):
    """Name to the CPU seconds of a process in each round; all take turns."""
    taken = [[child(command) for command in commands.values()] for _ in range(rounds)]
    return dict(zip(commands, zip(*taken, strict=True), strict=True))


def one_by_one(pages):
    """leafmill and the peers, a page at a time, of decoded pages."""
    import leafmill
    import trafilatura
    from resiliparse.extract.html2text import extract_plain_text

    def each(extract):
        return lambda: [extract(page) for page in pages]

    fast = least(
        {
            "`leafmill.extract`": each(leafmill.extract),
            "resiliparse `extract_plain_text(main_content=True)`": each(
                lambda page: extract_plain_text(page, main_content=True)
            ),
        },
        rounds=5,
    )
    slow = least({"`trafilatura.extract`": each(trafilatura.extract)}, rounds=1)
    ours = fast["`leafmill.extract`"][0]
    yield "| a page at a time, `str` | CPU s | beside leafmill |"
    yield "|---|---:|---:|"
    for name, (cpu, _) in (fast | slow).items():
        yield f"| {name} | {cpu:.2f} | {cpu / ours:.1f} × |"


def many(pages):
    """Batches and tables."""
    import leafmill
    import pyarrow as pa

    table = pa.table({"html": pages})
    runs = least(
        {
            "`extract`, a page at a time": lambda: [leafmill.extract(page) for page in pages],
            "`extract_batch(threads=1)`": lambda: leafmill.extract_batch(pages, threads=1),
            "`extract_batch(threads=2)`": lambda: leafmill.extract_batch(pages, threads=2),
            "`extract_arrow(threads=1)`": lambda: pa.table(
                leafmill.extract_arrow(table, threads=1)
            ),
        },
        rounds=5,
    )
    yield "| many pages | CPU s | wall s |"
    yield "|---|---:|---:|"
    for name, (cpu, wall) in runs.items():
        yield f"| {name} | {cpu:.2f} | {wall:.2f} |"


def binding(program, folder, scratch):
    """What Python adds to the library: processes that read the same files, without their start."""
    one = scratch / "one"
    one.mkdir()
    (one / "page.html").write_text("<p>It ran dry in May.")
    loop = (
        "import sys, leafmill, pathlib\n"
        "for file in sorted(pathlib.Path(sys.argv[1]).iterdir()):\n"
        "    print(leafmill.extract(file.read_bytes()))"
    )
    ours = [str(program), "extract", "-o", "-", "--format", "text", "--threads", "1"]
    python = [sys.executable, "-I", "-c", loop]
    names = {"`leafmill extract --threads 1`": ours, "a loop of `leafmill.extract`": python}
    commands = {
        (name, of): [*command, str(of)] for name, command in names.items() for of in (folder, one)
    }
    taken = turns(commands, rounds=15)

    def beyond_start(name):
        return [total - begun for total, begun in zip(taken[name, folder], taken[name, one], strict=True)]

    cpu = {name: beyond_start(name) for name in names}
    counted, by_count = dict.fromkeys(names, "–"), ""
    if shutil.which("valgrind"):
        count = {of: instructions(command) for of, command in commands.items()}
        ours, looped = (count[name, folder] - count[name, one] for name in names)
        counted = dict(zip(names, (f"{ours:,}", f"{looped:,}"), strict=True))
        by_count = f", and {looped / ours - 1:+.1%} by instructions"
    yield "| over files of the pages, without the start | CPU s | instructions |"
    yield "|---|---:|---:|"
    for name in names:
        yield f"| {name} | {statistics.median(cpu[name]):.3f} | {counted[name]} |"
    yield ""
    added = [looped / ours - 1 for ours, looped in zip(*cpu.values(), strict=True)]
    least, middle, most = statistics.quantiles(added)
    yield f"Beside the program the loop takes {middle:+.1%} by CPU, the median of {len(added)} rounds"
    yield f"(quartiles {least:+.1%} and {most:+.1%}){by_count}."


def start(wheel):
    """Import and size."""
    python = [sys.executable, "-I", "-c"]
    taken = turns({"bare": [*python, "pass"], "imported": [*python, "import leafmill"]}, rounds=40)
    added = [imported - bare for bare, imported in zip(*taken.values(), strict=True)]
    size = wheel.stat().st_size / 1e6
    yield f"`import leafmill` takes {1000 * statistics.median(added):.0f} ms of CPU, the median of {len(added)} rounds"
    yield f"beside a bare `python`. The wheel has {size:.1f} MB."


def memory(warc):
    """Peak memory of `read` over one archive and over ten of it in one file."""
    # What the kernel says of a child counts its parent before it became another program.
    loop = (
        "import sys, leafmill\n"
        "for page in leafmill.read(sys.argv[1], threads=1): pass\n"
        "print([line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM')][0])"
    )
    large = warc.with_name("ten.warc.gz")
    large.write_bytes(warc.read_bytes() * 10)
    runs = [[sys.executable, "-I", "-c", loop, str(path)] for path in (warc, large)]
    peaks = [int(subprocess.check_output(run)) / 1024 for run in runs]
    yield f"Peak memory of `read`: {peaks[0]:.0f} MB over the archive, {peaks[1]:.0f} over one ten times as large."


def datatrove(python, warc, scratch):
    """datatrove's pipeline over the archive with each step."""
    steps = HERE / "datatrove_steps.py"
    taken = {}
    for step in ("none", "leafmill", "reader", "trafilatura"):
        command = [python, "-I", str(steps), step, str(warc), str(scratch / step)]
        taken[step] = min(child(command) for _ in range(1 if step == "trafilatura" else 3))
    base = taken["none"]
    yield "| datatrove: a WARC to JSON Lines, one task | CPU s | without start |"
    yield "|---|---:|---:|"
    names = {
        "leafmill": "`WarcReader`, `Leafmill`",
        "reader": "`LeafmillReader`",
        "trafilatura": "`WarcReader`, `Trafilatura`",
    }
    for step, name in names.items():
        yield f"| {name} | {taken[step]:.1f} | {taken[step] - base:.1f} |"


def spark(python, warc, rounds=5):
    """Spark's tasks over parts of one archive of a gigabyte, beside leafmill alone; all take turns."""
    large = warc.with_name("gigabyte.warc.gz")
    once = warc.read_bytes()
    with large.open("wb") as file:
        for _ in range(-(-GIGABYTE // len(once))):
            file.write(once)

    def taken(cores):
        # Two parts, one after the other or at once.
        command = [python, "-I", str(HERE / "spark_tasks.py"), str(large), str(cores), "2"]
        environment = os.environ | {"PYSPARK_PYTHON": os.path.abspath(python)}
        done = subprocess.run(command, env=environment, capture_output=True, check=True)
        return json.loads(done.stdout.splitlines()[-1])

    runs = [[taken(cores) for cores in (0, 1, 2)] for _ in range(rounds)]

    def row(name, cores, reading):
        tasks, wall = (statistics.median(run[cores][reading][key] for run in runs) for key in ("tasks", "wall"))
        return f"| {name} | {tasks:.1f} | {wall:.1f} |"

    yield f"| Spark in local mode: one archive of {large.stat().st_size / 1e9:.2f} GB in two parts | tasks, s | wall s |"
    yield "|---|---:|---:|"
    yield row("leafmill alone, one thread", 0, 0)
    for reading, name in enumerate(SPARK_READS):
        yield row(f"a task at a time, {name}", 1, reading)
        yield row(f"two tasks at once, {name}", 2, reading)
    for reading, name in enumerate(SPARK_READS):
        beside = statistics.median(one[reading]["tasks"] / alone[0]["tasks"] for alone, one, _ in runs)
        together = statistics.median(one[reading]["wall"] / two[reading]["wall"] for _, one, two in runs)
        yield ""
        yield f"In {name} a task takes {beside:.2f} times what leafmill takes alone, the median of {rounds} rounds,"
        yield f"and two tasks at once do {together:.2f} times the work of one."
    yield ""
    yield "While a session reads for the first time, Java compiles what it runs, on the same two cores."


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("dataset", type=Path)
    parser.add_argument("--program", type=Path, required=True)
    parser.add_argument("--wheel", type=Path, required=True)
    parser.add_argument("--engines")
    parser.add_argument("--pages", type=int, default=300, help="of the list, the first so many")
    parser.add_argument("-o", "--output", type=Path, required=True)
    args = parser.parse_args()
    listed = (ROOT / "scripts/documents/pages-structure.txt").read_text().split()[: args.pages]
    names = [name.partition("/")[2] for name in listed]
    bodies = [gzip.decompress((args.dataset / f"dev/html/{n}.html.gz").read_bytes()) for n in names]
    texts = [body.decode("utf-8", "replace") for body in bodies]
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "pages"
        folder.mkdir()
        for name, body in zip(names, bodies, strict=True):
            (folder / f"{name}.html").write_bytes(body)
        warc = Path(scratch) / "pages.warc.gz"
        make = [sys.executable, str(ROOT / "scripts/make_warc.py"), str(folder), "-o", str(warc)]
        subprocess.run(make, check=True, stdout=subprocess.DEVNULL)
        load = os.getloadavg()[0]
        parts = [one_by_one(texts), many(texts)]
        parts.append(binding(args.program, folder, Path(scratch)))
        parts += [start(args.wheel), memory(warc)]
        if args.engines:
            parts += [datatrove(args.engines, warc, Path(scratch)), spark(args.engines, warc)]
        lines = ["\n".join(part) for part in parts]
    of = machine()
    peers = ", ".join(f"{name} {version(name)}" for name in ("resiliparse", "trafilatura"))
    head = f"""# The Python package

- command: `make figures-python`
- commit: {commit()}
- machine: {of["cpu"]}, {of["cores"]} cores, {of["kernel"]}; load average {load:.1f} at the beginning,
  {os.getloadavg()[0]:.1f} at the end
- data: {len(names)} pages of WCXB's development split (`scripts/documents/pages-structure.txt`),
  {sum(map(len, bodies)) / 1e6:.1f} MB
- Python {sys.version.split()[0]}; {peers}

CPU is user and system time, the least of several rounds in which all take turns (of trafilatura one) where
nothing else is said. Wall time means something only where the load is low.
"""
    args.output.mkdir(parents=True, exist_ok=True)
    (args.output / "README.md").write_text("\n\n".join([head.rstrip(), *lines]) + "\n")


if __name__ == "__main__":
    main()
