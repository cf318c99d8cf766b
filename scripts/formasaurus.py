#!/usr/bin/env python3
"""Makes the data sets `formasaurus` and `formasaurus-front`: pages that the package Formasaurus brings, with gold of
ours.

    python3 scripts/formasaurus.py                     fetched by pip, into datasets/
    python3 scripts/formasaurus.py --package FILE      of the package's source archive that is here already

Formasaurus (MIT) tells what forms are for, and learns it from pages of shops, portals, companies and forums.
`scripts/datasets/formasaurus.jsonl` says of each page that is taken, a line a page, what is its
content: its set, its kind, its language, and the lines of its text that are content, each as a short digest of its
letters and digits, in their order. So no text is kept here, and a line is found however it is spaced. The front pages
of sites are a set of their own, which no model is trained on: they would teach that the boxes around news are content.

Lines were labelled one by one, page by page, by the conventions of WCXB and typed-a: of goods the name, price,
description and facts, no reviews and no other goods; of a shop's pages the goods shown, no facets; of lists and
portals the entries in the middle, with their dates, authors and teasers; of companies and institutions headings and
texts, no forms; of threads the posts with author and date. Of each site at most three pages were taken, and none that
has no content but a form. There was no second annotator: expect others to differ in a few lines of a hundred.

The sets are in leafmill's own layout. Each is complete or absent: it is made in a folder beside it that gets its name
when all is there.
"""

import argparse
import gzip
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from program import LEAFMILL, ROOT

NAME, VERSION = "formasaurus", "0.9.0"
SHA256 = "b54a49a1c4274bdffa4f53b35e46eae2d300517285e9db811dd5124b95ca5b19"
LABELS = ROOT / "scripts/datasets/formasaurus.jsonl"
# Where the pages are in the archive.
DATA = f"{NAME}-{VERSION}/{NAME}/data"
# Letters of a line's digest.
DIGEST = 6


def main():
    """Makes the sets; the exit code is 1 if lines of their gold are not found."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--package", type=Path, metavar="FILE", help="the package's source archive")
    parser.add_argument("--into", type=Path, default=ROOT / "datasets", help="folder of the data sets")
    parser.add_argument("--leafmill", type=Path, default=LEAFMILL)
    args = parser.parse_args()
    labels = [json.loads(line) for line in LABELS.read_text(encoding="utf-8").splitlines()]
    with tempfile.TemporaryDirectory() as directory:
        package = args.package or fetch(directory)
        if hashlib.sha256(package.read_bytes()).hexdigest() != SHA256:
            sys.exit(f"{package}: not the source archive of {NAME} {VERSION}: its SHA-256 is another")
        missing = {}
        for name in sorted({label["set"] for label in labels}):
            of_set = [label for label in labels if label["set"] == name]
            missing |= make(package, of_set, args.leafmill, args.into / name)
            print(f"{name}: {len(of_set)} pages")
    for page, count in missing.items():
        print(f"{page}: {count} lines of its gold are not in its text", file=sys.stderr)
    return 1 if missing else 0


def fetch(directory):
    """The package's source archive, by pip."""
    wanted = ["--no-deps", "--no-binary", NAME, f"{NAME}=={VERSION}"]
    command = [sys.executable, "-m", "pip", "download", "--quiet", *wanted, "--dest", directory]
    if subprocess.run(command).returncode:
        sys.exit(f"pip could not fetch {NAME} {VERSION}; give its source archive with --package")
    return next(Path(directory).glob("*.tar.gz"))


def make(package, labels, leafmill, output):
    """Makes the set; returns how many lines of the gold each page lacks that lacks any."""
    part = output.with_name(f".{output.name}.part")
    shutil.rmtree(part, ignore_errors=True)
    (part / "pages").mkdir(parents=True)
    with tarfile.open(package) as archive:
        index = json.load(archive.extractfile(f"{DATA}/index.json"))
        for label in labels:
            page = archive.extractfile(f"{DATA}/html/{label['id']}.html").read()
            with gzip.GzipFile(part / f"pages/{label['id']}.html.gz", "wb", mtime=0) as file:
                file.write(page)
    texts = texts_of(leafmill, part / "pages")
    missing = {}
    with open(part / "gold.jsonl", "w", encoding="utf-8") as file:
        for label in labels:
            kept, lacking = chosen(texts[label["id"]], label["lines"])
            if lacking:
                missing[label["id"]] = lacking
            url = index[f"html/{label['id']}.html"]["url"]
            gold = {"id": label["id"], "url": url, "kind": label["kind"], "language": label["language"]}
            file.write(json.dumps({**gold, "text": "\n".join(kept)}, ensure_ascii=False) + "\n")
    shutil.rmtree(output, ignore_errors=True)
    os.replace(part, output)
    return missing


def texts_of(leafmill, pages):
    """The whole text of each page by its id, a line a unit."""
    command = [leafmill, "extract", pages, "--method", "all", "--schema", "id,text", "--output", "-"]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8")
    if done.returncode not in (0, 1):
        sys.exit(f"failed: {' '.join(map(str, command))}\n{done.stderr}")
    rows = map(json.loads, done.stdout.splitlines())
    return {row["id"]: row["text"] or "" for row in rows}


def digest(line):
    """The digest of a line: of its letters and digits, whatever their case."""
    letters = "".join(filter(str.isalnum, line.casefold())) or line.strip()
    return hashlib.sha256(letters.encode()).hexdigest()[:DIGEST]


def chosen(text, digests):
    """The lines of a text that the digests name, in their order, and how many of these it has not."""
    lines = {digest(line): line for line in text.split("\n")}
    wanted = [digests[at : at + DIGEST] for at in range(0, len(digests), DIGEST)]
    found = [lines[one] for one in wanted if one in lines]
    return found, len(wanted) - len(found)


if __name__ == "__main__":
    sys.exit(main())
