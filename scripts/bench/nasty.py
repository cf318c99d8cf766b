"""Runs leafmill as a whole process on the inputs that stop others, and says what each one took.

    python3 -m bench.nasty -o results/nasty       (PYTHONPATH=scripts)

The inputs are made here; `docs/nasty.md` names the tests that hold what comes of them. The limits are
a second of CPU and 300 MB for each.
"""

import argparse
import datetime
import gzip
import json
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.origin import commit, machine
from program import LEAFMILL

CPU, MEGABYTES = 1.0, 300
METHODS = ("grain", "wu")


def record(body, length=None):
    """A WARC response record around an HTTP message."""
    message = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n" + body
    head = b"WARC/1.0\r\nWARC-Type: response\r\nContent-Type: application/http\r\nContent-Length: %d\r\n\r\n"
    return head % (length or len(message)) + message + b"\r\n\r\n"


def numbered(count, part):
    return "".join(part.format(number) for number in range(count)).encode()


def pages():
    """Pages, by what is the matter with them."""
    yield "empty body", b"<body></body>"
    yield "NULs", b"<p>a\0b" * 100_000
    yield "invalid UTF-8", b"<p>\xff\xfe\xfa" * 100_000
    for count in (10_000, 100_000):
        yield f"{count:,} nested div", b"<div>x " * count
    yield "16,000 ul li", b"<ul><li>x " * 16_000
    yield "5,000 unclosed b", b"<b>x " * 5_000
    yield "3,000 misnested b i a p", b"<b><i><a><p>x " * 3_000
    yield "20,000 attributes", b"<p" + numbered(20_000, " a{}=b") + b">x"
    yield "attribute of 10 MB", b"<p title='" + b"<b>x" * 2_500_000 + b"'>x"
    yield "colspan of 2^53", b"<table><tr><td colspan=9007199254740991>x<th rowspan=9007199254740991>y"
    yield "50,000 short p", b"<p>word" * 50_000
    yield "200,000 cells", b"<table>" + b"<td>word" * 200_000
    yield "300 nested tables", b"<table><tr><td>x " * 300
    for name in ("script", "style", "textarea", "title"):
        yield f"unclosed {name}", b"<p>x<" + name.encode() + b">" + b"<p>y" * 100_000
    yield "unclosed comment", b"<p>x<!--" + b"<p>y" * 100_000
    yield "1.2 M bad references", b"<p>" + b"&#xD800;&#1114112;" * 600_000
    yield "5 MB without tags", b"<p>" + b"word " * 1_000_000
    yield "paragraph of 19 MB", b"<p>" + b"some words here. " * 1_170_000
    yield "100,000 links", numbered(100_000, "<a href=/{}>link</a> ")
    yield "svg template", b"<p>x<svg><template>" * 20_000
    yield "UTF-16", ("<!doctype html>" + "<p>text" * 100_000).encode("utf-16")
    yield "2 M white space", b"<p>x" + " \u00a0".encode() * 1_000_000 + b"y"
    yield "300,000 br", b"x<br>" * 300_000
    yield "frameset", b"<frameset>" + b"<frame src=a><noframes><p>x</noframes>" * 20_000
    yield "100,000 options", b"<select>" + b"<option>x" * 100_000
    yield "3,000 nested span in p", b"<p>" + b"<span>x " * 3_000
    yield "2,000 font p", b"<font><p>x " * 2_000
    yield "JSON-LD of 5 MB", b"<p>x<script type=application/ld+json>" + b'{"name":[' * 600_000 + b"</script>"
    yield "flood of marks", ("<p>" + "a\u0301\u200d\u202e" * 500_000).encode()
    yield "8 M nodes", b"<p>x" * 4_000_000
    yield "16 M attributes", b"<p " + b"a " * 16_000_000 + b">x"


def known(inputs):
    """Each page with a document type, so that it is known for HTML whatever it holds."""
    for name, data in inputs:
        yield name, data if data.startswith(b"\xff\xfe") else b"<!doctype html>" + data


def archives():
    """Archives, by what is the matter with them."""
    end = record(b"\r\n<p>the last page")
    zeros = bytes(300 << 20)
    yield "member of 300 MB of zeros", gzip.compress(record(b"\r\n" + zeros)) + gzip.compress(end)
    bomb = gzip.compress(zeros)
    yield "HTTP gzip of 300 MB", record(b"Content-Encoding: gzip\r\n\r\n" + bomb) + end
    yield "header line of 10 MB", b"WARC/1.0\r\nX: " + b"x" * (10 << 20) + b"\r\n\r\n" + end
    yield "a million header lines", b"WARC/1.0\r\n" + b"X: y\r\n" * 1_000_000 + b"\r\n" + end
    yield "Content-Length of 10^15", record(b"\r\n<p>x", 10**15) + end
    yield "100,000 empty members", gzip.compress(b"") * 100_000 + gzip.compress(end)
    yield "20 MB of zeros behind", gzip.compress(end) + bytes(20 << 20)
    yield "one stream of 2,000 records", gzip.compress(end * 2_000)


def main():
    """Makes, runs, writes the table; ends with 1 if a limit is passed."""
    args = arguments()
    rows = []
    with tempfile.TemporaryDirectory(prefix="leafmill-nasty-") as folder:
        path = Path(folder) / "input"
        for inputs in (known(pages()), archives()):
            for name, data in inputs:
                path.write_bytes(data)
                rows += [{"input": name, "method": method, **run(args.program, path, method)} for method in METHODS]
                print(name, *(f"{row['cpu']:.2f} s {row['rss_mb']:.0f} MB" for row in rows[-len(METHODS) :]), file=sys.stderr)
    over = [row for row in rows if row["cpu"] > CPU or row["rss_mb"] > MEGABYTES]
    if args.output:
        args.output.mkdir(parents=True, exist_ok=True)
        (args.output / "summary.md").write_text(summary(rows), encoding="utf-8")
        (args.output / "README.md").write_text(readme(args, over), encoding="utf-8")
    print(summary(rows))
    sys.exit(1 if over else 0)


def arguments():
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0], prog="nasty")
    parser.add_argument("-o", "--output", type=Path, metavar="DIR", help="results folder")
    parser.add_argument("--program", type=Path, default=LEAFMILL, help="leafmill")
    return parser.parse_args()


def run(program, path, method):
    """CPU seconds, peak memory, rows and exit code of one process with one thread."""
    one = [sys.executable, "-I", "-S", str(Path(__file__).with_name("one.py")), "count"]
    command = [str(program), "extract", str(path), "-o", "-", "--method", method, "--threads", "1"]
    done = subprocess.run([*one, *command], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
    taken = json.loads(done.stdout)
    return {key: taken[key] for key in ("cpu", "rss_mb", "rows", "code")}


def summary(rows):
    """The table in Markdown, a line an input."""
    lines = [
        "| input | " + " | ".join(f"{method}: CPU s | peak MB" for method in METHODS) + " | rows | exit |",
        "|---|" + "--:|--:|" * len(METHODS) + "--:|--:|",
    ]
    for at in range(0, len(rows), len(METHODS)):
        runs = rows[at : at + len(METHODS)]
        cells = " | ".join(f"{row['cpu']:.2f} | {row['rss_mb']:.0f}" for row in runs)
        lines.append(f"| {runs[0]['input']} | {cells} | {runs[0]['rows']} | {runs[0]['code']} |")
    return "\n".join(lines) + "\n"


def readme(args, over):
    """Where the figures come from."""
    made_by = machine()
    passed = ", ".join(f"{row['input']} with {row['method']}" for row in over) or "none"
    return f"""# Inputs that stop others, {datetime.date.today().isoformat()}

- command: `make nasty`, which is `python3 -m bench.nasty -o {args.output.name}`
- commit: {commit()}
- machine: {made_by["cpu"]}, {made_by["cores"]} cores, {made_by["kernel"]}

Each input is made by `scripts/bench/nasty.py` and read by a process of its own with one thread, from
start to end. Over the limits of {CPU:g} s of CPU or {MEGABYTES} MB: {passed}.
"""


if __name__ == "__main__":
    main()
