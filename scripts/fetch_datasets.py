#!/usr/bin/env python3
"""Fetches public data sets at pinned commits, each file checked by SHA-256.

    python3 scripts/fetch_datasets.py                  all of them, into datasets/
    python3 scripts/fetch_datasets.py scrapinghub      one of them

A manifest (`scripts/datasets/NAME.sha256`, in sha256sum's format) says which files a data set has.
They are collected in the hidden folder `.NAME.part`, which gets its name when the last one is
there, so `datasets/NAME` is complete or absent. Run again after a failure: files that are there and right are
kept. Of WCXB's development split the manifest leaves out the 139 pages that its test split repeats.

LEAFMILL_MIRROR names another origin: a base address (http, https or file) below which the files lie
as NAME/PATH.
"""

import argparse
import hashlib
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from http.client import HTTPException
from pathlib import Path
from typing import NamedTuple
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen

PROJECT = Path(__file__).resolve().parent.parent
MANIFESTS = PROJECT / "scripts/datasets"
ORIGINS = {
    "scrapinghub": (
        "https://raw.githubusercontent.com/scrapinghub/article-extraction-benchmark/"
        "4a3bc979f76c0df73cb95fe272e2fc1b96f9f010"
    ),
    "wcxb-dev": (
        "https://raw.githubusercontent.com/Murrough-Foley/web-content-extraction-benchmark/"
        "c039d5ee9f5a3a984a0e167e63aacd04e76e78a9"
    ),
}
THREADS = 8
PAUSES_SECONDS = (1, 2, 4)
TIMEOUT_SECONDS = 60
# So many failed files mean that the origin is at fault: the rest is not tried.
GIVE_UP = 16
SHOWN_PROBLEMS = 5


class Entry(NamedTuple):
    """A file of a data set: its path inside and the SHA-256 of its content."""

    path: str
    digest: str


class FetchError(Exception):
    """A data set could not be completed; the message says what to do."""


def main():
    """Fetches the named data sets, or all; the exit code is 1 if one of them failed."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"any of: {', '.join(ORIGINS)} (default: all)")
    parser.add_argument("--into", type=Path, default=PROJECT / "datasets", help="folder of the data sets")
    args = parser.parse_args()
    unknown = [name for name in args.names if name not in ORIGINS]
    if unknown:
        parser.error(f"unknown data set {unknown[0]}; there are {', '.join(ORIGINS)}")
    failed = False
    for name in args.names or ORIGINS:
        try:
            entries = read_manifest(MANIFESTS / f"{name}.sha256")
            fetch(name, entries, origin(name), args.into)
        except (FetchError, OSError) as error:
            print(f"{name}: {error}", file=sys.stderr)
            failed = True
    return 1 if failed else 0


def origin(name):
    """The address below which the data set's files lie."""
    mirror = os.environ.get("LEAFMILL_MIRROR")
    return f"{mirror.rstrip('/')}/{name}" if mirror else ORIGINS[name]


def read_manifest(path):
    """The entries of a manifest: a digest, two blanks, a path on each line."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [Entry(name, digest) for digest, name in (line.split("  ", 1) for line in lines)]


def fetch(name, entries, base, into):
    """Makes `into/name` complete, or raises FetchError and leaves `into/.name.part` for the next run."""
    target, part = into / name, into / f".{name}.part"
    if target.exists():
        wrong = [entry for entry in entries if not is_right(target, entry)]
        if wrong:
            raise FetchError(f"{target} lacks {len(wrong)} files or has them changed; remove it and run again")
        print(f"{name}: complete, {len(entries)} files")
        return
    missing = [entry for entry in entries if not is_right(part, entry)]
    print(f"{name}: {len(missing)} of {len(entries)} files to fetch from {base}", flush=True)
    problems = fetch_all(missing, base, part)
    if problems:
        shown = "\n  ".join(problems[:SHOWN_PROBLEMS])
        raise FetchError(f"{len(problems)} files failed; run again to go on with the rest\n  {shown}")
    os.replace(part, target)
    print(f"{name}: done, {len(entries)} files")


def fetch_all(entries, base, part):
    """Fetches the entries in parallel and returns what went wrong, a line a file."""
    problems = []
    pool = ThreadPoolExecutor(THREADS)
    try:
        for done in as_completed([pool.submit(fetch_one, entry, base, part) for entry in entries]):
            if problem := done.result():
                problems.append(problem)
            if len(problems) == GIVE_UP:
                break
    finally:
        pool.shutdown(cancel_futures=True)
    return problems


def fetch_one(entry, base, part):
    """Fetches one file into `part`; returns None or what went wrong."""
    address = f"{base}/{quote(entry.path)}"
    try:
        content = download(address)
    except (OSError, HTTPException) as error:
        return f"{address}: {error}"
    if hashlib.sha256(content).hexdigest() != entry.digest:
        return f"{address}: {len(content)} bytes with another SHA-256 than {entry.digest}"
    path = part / entry.path
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return None


def download(address):
    """The content at an address; tries again where the network or the server is at fault."""
    for pause in PAUSES_SECONDS:
        try:
            return read(address)
        except (OSError, HTTPException) as error:
            if not is_passing(error):
                raise
        time.sleep(pause)
    return read(address)


def read(address):
    """The content at an address, at the first attempt."""
    request = Request(address, headers={"User-Agent": "leafmill-fetch-datasets"})
    with urlopen(request, timeout=TIMEOUT_SECONDS) as response:
        return response.read()


def is_passing(error):
    """Whether the same request may succeed later."""
    if isinstance(error, HTTPError):
        return error.code >= 500 or error.code == 429
    return not isinstance(getattr(error, "reason", None), FileNotFoundError)


def is_right(folder, entry):
    """Whether the file is in the folder with the content that the manifest wants."""
    try:
        content = (folder / entry.path).read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return False
    return hashlib.sha256(content).hexdigest() == entry.digest


if __name__ == "__main__":
    sys.exit(main())
