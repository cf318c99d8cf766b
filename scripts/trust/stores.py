"""Holds `extract` to stores: a real S3 server, moto, and one that speaks as Google's does, over TLS.

    python3 -m trust.stores       (PYTHONPATH=scripts; a leafmill with the feature remote)

Reads archives and a page by `s3://` and `gs://`, whole, by ranges and by a listing, beside the same as files;
writes a directory in the store whose rows are those of a local one, goes on with it, and loses nothing where
two runs write to it. Reads by `https://`, and refuses a server whose certificate nobody vouches for.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from bench.origin import ROOT
from program import LEAFMILL
from trust.google import SECRET, Google

SAMPLE = ROOT / "datasets/sample"


class Moto:
    """A server of S3."""

    scheme = "s3"

    def __init__(self, python: str, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self.process = subprocess.Popen(
            [python, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for _ in range(200):
            try:
                urllib.request.urlopen(f"{self.url}/moto-api/", timeout=1).close()
                return
            except OSError:
                time.sleep(0.1)
        raise RuntimeError("moto does not start")

    def environment(self) -> dict[str, str]:
        """What leads a program to it."""
        return {
            "AWS_ENDPOINT_URL": self.url,
            "AWS_ACCESS_KEY_ID": "key",
            "AWS_SECRET_ACCESS_KEY": SECRET,
            "AWS_REGION": "us-east-1",
        }

    def stop(self) -> None:
        """Ends it."""
        self.process.terminate()

    def put(self, path: str, body: bytes = b"") -> None:
        """Puts an object, or makes a bucket."""
        self.ask("PUT", path, body)

    def get(self, path: str) -> bytes:
        """What an object holds."""
        return self.ask("GET", path, None)

    def ask(self, method: str, path: str, body: bytes | None) -> bytes:
        """Makes a request, whose signature the server does not look at."""
        request = urllib.request.Request(f"{self.url}/{path}", data=body, method=method)
        request.add_header("Authorization", "AWS4-HMAC-SHA256 Credential=key/20260101/us-east-1/s3/aws4_request")
        request.add_header("Content-Type", "application/octet-stream")
        with urllib.request.urlopen(request, timeout=10) as answer:
            return answer.read()


def main() -> None:
    """Runs all; ends with 1 at the first difference."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=Path, default=LEAFMILL)
    parser.add_argument("--python", default=sys.executable, help="one that has moto[server,s3]")
    parser.add_argument("--port", type=int, default=5055)
    args = parser.parse_args()
    for begin in (lambda _: Moto(args.python, args.port), Google):
        with tempfile.TemporaryDirectory() as scratch:
            store = begin(Path(scratch))
            try:
                check(args.program.resolve(), store, Path(scratch))
            finally:
                store.stop()


def check(program: Path, store: Moto | Google, scratch: Path) -> None:
    """Compares what comes by URL with what comes from files."""
    print(f"{store.scheme}://")
    crawl = scratch / "crawl"
    (crawl / "deep").mkdir(parents=True)
    shutil.copy(SAMPLE / "sample.warc.gz", crawl / "a.warc.gz")
    shutil.copy(SAMPLE / "sample.warc.gz", crawl / "deep/b.warc.gz")
    page = gzip.decompress((SAMPLE / "pages/en-news-amp.html.gz").read_bytes())
    (crawl / "page.html").write_bytes(page)
    store.put("bucket")
    for path in sorted(crawl.rglob("*.*")):
        store.put(f"bucket/crawl/{path.relative_to(crawl)}", path.read_bytes())
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith(("AWS_", "GOOGLE_"))},
        **store.environment(),
    }

    def extract(*arguments: str | Path, code: int = 0) -> bytes:
        command = [program, "extract", "-m", "all", *arguments]
        done = subprocess.run(command, env=environment, capture_output=True, check=False)
        error = done.stderr.decode()
        if SECRET in error or SECRET.encode() in done.stdout:
            sys.exit("a secret was printed")
        if done.returncode != code:
            sys.exit(f"{arguments}: {done.returncode}, not {code}: {error}")
        return done.stdout + (done.stderr if code else b"")

    def texts(rows: bytes) -> list[tuple[str, str]]:
        # What a row says of its file differs.
        return [(row["text"], row["status"]) for row in map(json.loads, rows.splitlines())]

    local = texts(extract(crawl, "-o", "-"))
    url = f"{store.scheme}://bucket/crawl/"
    out, two = (f"{store.scheme}://bucket/{name}/" for name in ("out", "two"))
    for name, rows in {
        "by a listing": extract(url, "-o", "-"),
        "by ranges": extract(url, "--ranges", "-o", "-"),
        "by names": extract(f"{url}a.warc.gz", f"{url}deep/b.warc.gz", f"{url}page.html", "-o", "-"),
    }.items():
        if texts(rows) != local:
            sys.exit(f"other rows {name}")
        print(f"{len(local)} rows {name}, as from files")
    lost = extract(f"{url}a.warc.gz", f"{url}none.warc.gz", "-o", "-", code=1)
    if b"none.warc.gz:0: unreadable: " not in lost:
        sys.exit("a missing object is not named")
    print("a missing object is counted and named")
    print("no secret is printed")

    shards = ["a.jsonl.gz", "deep/b.jsonl.gz", "pages.jsonl.gz"]

    def directory(name: str) -> list[tuple[str, str]]:
        return texts(b"".join(gzip.decompress(store.get(f"bucket/{name}/{shard}")) for shard in shards))

    extract(url, "-o", out)
    manifest = store.get("bucket/out/manifest.jsonl")
    if directory("out") != local:
        sys.exit("other rows in a directory there")
    print("a directory there has the rows of a local one")
    extract(url, "-o", out, "--verify")
    if store.get("bucket/out/manifest.jsonl") != manifest:
        sys.exit("finished shards were made again")
    store.put("bucket/out/a.jsonl.gz", b"spoilt")
    spoilt = extract(url, "-o", out, "--summary", scratch / "summary.json")
    if directory("out") != local or json.loads((scratch / "summary.json").read_text())["spoilt"] != ["a.jsonl.gz"]:
        sys.exit(f"a spoilt shard was not made again: {spoilt!r}")
    print("it is gone on with, and a spoilt shard made again")
    command = [program, "extract", "-m", "all", url, "-o", two]
    both = [subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) for _ in range(2)]
    for process in both:
        error = process.communicate()[1]
        if process.returncode != 0 and "another run is writing here" not in error:
            sys.exit(f"two runs: {process.returncode}: {error}")
    extract(url, "-o", two)
    if directory("two") != local:
        sys.exit("two runs on one directory lost rows")
    print("two runs on one directory lose nothing")
    if isinstance(store, Google):
        page = f"{store.url}/bucket/crawl/a.warc.gz"
        if texts(extract(page, "-o", "-")) != texts(extract(crawl / "a.warc.gz", "-o", "-")):
            sys.exit("other rows by https")
        del environment["SSL_CERT_FILE"]
        refused = extract(page, "-o", "-", "--retries", "0", code=3).decode()
        if "certificate" not in refused.lower():
            sys.exit(f"the error does not say why: {refused}")
        print("https:// is read where the certificate is vouched for, and refused where not")


if __name__ == "__main__":
    main()
