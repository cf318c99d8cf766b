"""Runs extractors over pages, each in a process of its own, a page at a time.

A peer gets `SECONDS` of CPU a page (of its process, so that a busy machine changes nothing) and
`MEMORY` of address space. One that takes more, or crashes, loses that page only: it is started
again for the next. What it made is kept in a file a peer and data set, so that a run goes on where
another stopped and only new pages cost anything.
"""

import contextlib
import hashlib
import json
import os
import resource
import signal
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

from peers.decode import decode

HERE = Path(__file__).parent
SECONDS = 20
MEMORY = 4 << 30

# Peers by the packages that they are, in Python and in Rust.
PACKAGES = {
    "trafilatura": "trafilatura",
    "trafilatura-nocomments": "trafilatura",
    "resiliparse": "Resiliparse",
    "resiliparse-plain": "Resiliparse",
    "readability-lxml": "readability-lxml",
    "justext": "jusText",
    "boilerpy3": "boilerpy3",
    "inscriptis": "inscriptis",
}
RUST_CRATES = {
    "rs-trafilatura": "rs-trafilatura",
    "trafilatura-rs": "trafilatura",
    "dom_smoothie": "dom_smoothie",
    "legible": "legible",
    "readability-rs": "readability",
}
PEERS = {name: [sys.executable, str(HERE / "worker.py"), name] for name in PACKAGES} | {
    name: [str(HERE / "rust/target/release/leafmill-peers"), name] for name in RUST_CRATES
}


class Worker:
    """A running peer."""

    def __init__(self, peer):
        self.peer = peer
        self.process = None

    def extract(self, html, url):
        """The row of one page: `status`, `text`, and what else the peer says of it."""
        if self.process is None:
            self.process = subprocess.Popen(
                PEERS[self.peer], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
            resource.prlimit(self.process.pid, resource.RLIMIT_AS, (MEMORY, MEMORY))
        used = cpu_seconds(self.process.pid)
        limit = int(used) + 1 + SECONDS
        resource.prlimit(self.process.pid, resource.RLIMIT_CPU, (limit, resource.RLIM_INFINITY))
        request = json.dumps({"html": html, "url": url}).encode() + b"\n"
        try:
            self.process.stdin.write(request)
            self.process.stdin.flush()
            answer = self.process.stdout.readline()
        except BrokenPipeError:
            answer = b""
        if not answer.endswith(b"\n"):
            # Over the limit of CPU the kernel ends a process by a signal of its own.
            return {"status": "timeout" if self.end() == -signal.SIGXCPU else "crash", "text": ""}
        row = json.loads(answer)
        seconds = round(cpu_seconds(self.process.pid) - used, 2)
        if "error" in row:
            return {"status": "error", "text": "", "seconds": seconds, "error": row["error"][:200]}
        status = "ok" if row["text"].strip() else "empty"
        return {**row, "status": status, "seconds": seconds}

    def end(self):
        """Ends the process, if it runs, and returns its exit code."""
        if self.process is None:
            return 0
        process, self.process = self.process, None
        with process, contextlib.suppress(BrokenPipeError):
            process.stdin.close()
        return process.returncode


def cpu_seconds(pid):
    """User and system time of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def run(peer, pages, cache):
    """Page id to row, for every page; rows that `cache` has for the same bytes are not made again."""
    known = {}
    if cache.exists():
        for line in cache.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            known[row["id"], row["page"]] = row
    rows, worker = {}, Worker(peer)
    cache.parent.mkdir(parents=True, exist_ok=True)
    with open(cache, "a", encoding="utf-8") as out:
        for page in pages:
            body = page.body()
            digest = hashlib.sha256(body).hexdigest()[:16]
            row = known.get((page.id, digest))
            if row is None:
                row = {"id": page.id, "page": digest, **worker.extract(decode(body), page.url)}
                print(json.dumps(row), file=out, flush=True)
            rows[page.id] = row
    worker.end()
    return rows


def version(peer):
    """The version of a peer's package, as it is installed or locked."""
    if peer in RUST_CRATES:
        lock = tomllib.loads((HERE / "rust/Cargo.lock").read_text(encoding="utf-8"))
        return next(it["version"] for it in lock["package"] if it["name"] == RUST_CRATES[peer])
    return metadata.version(PACKAGES.get(peer, peer))
