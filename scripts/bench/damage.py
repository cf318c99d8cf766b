"""Damages a `.warc.gz` in its middle and counts the records that readers deliver whole.

    scripts/bench/damage.sh datasets/sample/sample.warc.gz -o results/damage

Each variant spoils one place and says which records' bytes are whole: all whose gzip members were not
touched, and where only a header lies, that record's too. leafmill's rows are held against those of the
intact file by id and text, the other readers' records by id and the digest of their content.
"""

import argparse
import datetime
import hashlib
import json
import random
import subprocess
import sys
import tempfile
import zlib
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

from bench.origin import commit, machine
from program import LEAFMILL

NOISE = 4096


class Variant(NamedTuple):
    """A damaged archive, and the numbers of the members that are whole in it."""

    name: str
    data: bytes
    whole: list


class Read(NamedTuple):
    """What a reader made of an archive: records it delivered, by id, and what it said of the rest."""

    records: dict
    said: str


def main():
    """Damages, reads, writes the table."""
    args = arguments()
    members = split(args.warc.read_bytes())
    ids = [record_id(member) for member in members]
    readers = {
        "leafmill": lambda path: leafmill(args.program, path),
        "FastWARC": lambda path: peer("fastwarc", path),
        "warcio": lambda path: peer("warcio", path),
    }
    rows = []
    with tempfile.TemporaryDirectory(prefix="leafmill-damage-") as folder:
        path = Path(folder) / args.warc.name
        path.write_bytes(b"".join(members))
        intact = {name: read(path).records for name, read in readers.items()}
        for variant in variants(members):
            path.write_bytes(variant.data)
            wanted = [ids[i] for i in variant.whole if ids[i] in intact["leafmill"]]
            row = {"damage": variant.name, "whole": len(wanted)}
            for name, read in readers.items():
                row[name] = judge(read(path), intact[name], wanted)
            rows.append(row)
    result = {
        "date": datetime.date.today().isoformat(),
        "command": f"scripts/bench/damage.sh {args.warc.name} -o {args.output.name}",
        "commit": commit(),
        "machine": machine(),
        "data": {"name": args.warc.name, "records": len(intact["leafmill"]), "members": len(members),
                 "sha256": hashlib.sha256(args.warc.read_bytes()).hexdigest()},
        "versions": {name: metadata.version(name) for name in ("FastWARC", "warcio")},
        "rows": rows,
    }
    args.output.mkdir(parents=True, exist_ok=True)
    (args.output / "run.json").write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    (args.output / "summary.md").write_text(summary(rows), encoding="utf-8")
    (args.output / "README.md").write_text(readme(result), encoding="utf-8")
    print(summary(rows))


def arguments():
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0], prog="damage.sh")
    parser.add_argument("warc", type=Path, help="an archive of a gzip member a record")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="DIR", help="results folder")
    parser.add_argument("--program", type=Path, default=LEAFMILL, help="leafmill")
    return parser.parse_args()


def split(data):
    """The gzip members of a file, packed as they are."""
    members = []
    while data:
        unpack = zlib.decompressobj(31)
        unpack.decompress(data)
        members.append(data[: len(data) - len(unpack.unused_data)])
        data = unpack.unused_data
    return members


def unpacked(member):
    return zlib.decompress(member, 31)


def packed(data):
    """A gzip member without a time."""
    pack = zlib.compressobj(9, zlib.DEFLATED, 31)
    return pack.compress(data) + pack.flush()


def record_id(member):
    """The WARC-Record-ID of a member's record."""
    for line in unpacked(member).split(b"\r\n\r\n", 1)[0].split(b"\r\n"):
        name, _, value = line.partition(b":")
        if name.lower() == b"warc-record-id":
            return value.strip().strip(b"<>").decode()
    return None


def variants(members):
    """The damaged archives. The damage is at the member in the middle, but for the cut end."""
    at, end = len(members) // 2, len(members) - 1
    middle, every = members[at], list(range(len(members)))
    others = [i for i in every if i != at]
    noise = random.Random(1)

    def between(data):
        return b"".join(members[:at]) + data + b"".join(members[at:])

    def instead(data):
        return b"".join(members[:at]) + data + b"".join(members[at + 1 :])

    def flipped(bits):
        half = len(middle) // 2
        return instead(middle[:half] + bytes([middle[half] ^ bits]) + middle[half + 1 :])

    def claiming(change):
        head, body = unpacked(middle).split(b"\r\n\r\n", 1)
        fields = [change(line) if line.lower().startswith(b"content-length:") else line for line in head.split(b"\r\n")]
        return instead(packed(b"\r\n".join(fields) + b"\r\n\r\n" + body))

    def by(bytes_more):
        return lambda line: b"Content-Length: %d" % (int(line.partition(b":")[2]) + bytes_more)

    yield Variant("none", between(b""), every)
    yield Variant(f"{NOISE} zeros between two members", between(bytes(NOISE)), every)
    yield Variant(f"{NOISE} random bytes between two members", between(noise.randbytes(NOISE)), every)
    yield Variant("a bit flipped in a member", flipped(1), others)
    yield Variant("a byte inverted in a member", flipped(255), others)
    yield Variant("a member's checksum wrong", instead(middle[:-8] + bytes(4) + middle[-4:]), others)
    yield Variant("the second half of a member lost", instead(middle[: len(middle) // 2]), others)
    yield Variant("the file cut inside its last member", b"".join(members)[: -len(members[end]) // 2], every[:-1])
    yield Variant("Content-Length 1000 too large", claiming(by(1000)), every)
    yield Variant("Content-Length 10 too small", claiming(by(-10)), every)
    yield Variant("Content-Length 10^15", claiming(lambda _: b"Content-Length: 1000000000000000"), every)
    yield Variant("Content-Length NaN", claiming(lambda _: b"Content-Length: NaN"), others)
    yield Variant("Content-Length -1", claiming(lambda _: b"Content-Length: -1"), others)


def leafmill(program, path):
    """leafmill's rows, by id: their text and status."""
    report = path.with_name("damage.jsonl")
    command = [program, "extract", path, "-o", "-", "-m", "all", "--damage", report]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    kinds = [json.loads(line)["kind"] for line in report.read_text(encoding="utf-8").splitlines()]
    said = f"exit {done.returncode}" + (f": {', '.join(kinds)}" if kinds else "")
    return Read({row["id"]: row["text"] for row in rows}, said)


def peer(name, path):
    """Another reader's records, in a process of its own: id and digest, then what it raised."""
    command = [sys.executable, "-I", Path(__file__).with_name("read_records.py"), name, path]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=True, text=True)
    *lines, last = done.stdout.splitlines()
    return Read(dict(json.loads(line) for line in lines), json.loads(last))


def judge(read, intact, wanted):
    """How many of the whole records were delivered whole, how many more are not as they were."""
    as_before = {record for record, content in read.records.items() if intact.get(record) == content}
    return {
        "whole": sum(record in as_before for record in wanted),
        "changed": len(read.records) - len(as_before),
        "said": read.said,
    }


def summary(rows):
    """The table in Markdown: records delivered whole, and those delivered otherwise."""
    names = [name for name in rows[0] if name not in ("damage", "whole")]
    lines = [
        "| damage | records whole in the file | " + " | ".join(f"{name}: whole (changed) | says" for name in names) + " |",
        "|---|--:|" + "--:|---|" * len(names),
    ]
    for row in rows:
        cells = [f"{row[name]['whole']} ({row[name]['changed']}) | {row[name]['said']}" for name in names]
        lines.append(f"| {row['damage']} | {row['whole']} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def readme(result):
    """Where the figures come from."""
    machine_, data = result["machine"], result["data"]
    versions = ", ".join(f"{name} {number}" for name, number in result["versions"].items())
    return f"""# Damaged archives, {result["date"]}

- command: `{result["command"]}`
- commit: {result["commit"]}
- machine: {machine_["cpu"]}, {machine_["cores"]} cores, {machine_["kernel"]}
- data: {data["name"]}, {data["records"]} pages in {data["members"]} gzip members (SHA-256 {data["sha256"]})
- peers: {versions}

One place of the file is damaged, in its middle but for the cut end. `summary.md` counts the pages that
are whole in the damaged file, and of these the pages that each reader delivers as it does from the
intact file; in brackets, the pages that it delivers otherwise. What a reader says is leafmill's exit
code and the kinds in its damage report, or the exception that ended another's reading.
"""


if __name__ == "__main__":
    main()
