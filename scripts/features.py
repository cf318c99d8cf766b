"""Checks that leafmill builds with every combination of its features, warnings denied.

Features that others imply make no combination of their own. As many are checked at once as there are cores,
each of these workers in a target directory of its own. Usage: scripts/features.py
"""

import itertools
import os
import subprocess
import sys
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue

ROOT = Path(__file__).resolve().parent.parent


def implied(features, names):
    """The features that some names switch on, themselves included."""
    on, todo = set(), list(names)
    while todo:
        name = todo.pop()
        if name in features and name not in on:
            on.add(name)
            todo.extend(features[name])
    return frozenset(on)


def combinations(features):
    """Every set of features that can be on together, the smallest first."""
    names = sorted(set(features) - {"default"})
    chosen = (c for n in range(len(names) + 1) for c in itertools.combinations(names, n))
    return sorted({implied(features, names) for names in chosen}, key=lambda on: (len(on), sorted(on)))


def check(on, target):
    """What clippy says against a combination, built in that target directory; nothing if all is well."""
    command = ["cargo", "clippy", "--locked", "--quiet", "--no-default-features", "--features", ",".join(sorted(on))]
    command += ["--target-dir", target, "--", "-D", "warnings"]
    done = subprocess.run(command, cwd=ROOT, stderr=subprocess.PIPE, text=True, check=False)
    return done.stderr if done.returncode else ""


def main():
    features = tomllib.loads((ROOT / "Cargo.toml").read_text())["features"]
    workers = os.cpu_count() or 1
    free = SimpleQueue()
    for worker in range(workers):
        free.put(Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "features" / str(worker))

    def work(on):
        target = free.get()
        try:
            return check(on, target)
        finally:
            free.put(target)

    all_of_them = combinations(features)
    with ThreadPoolExecutor(workers) as pool:
        for on, fault in zip(all_of_them, pool.map(work, all_of_them)):
            print(" ".join(sorted(on)) or "none", flush=True)
            if fault:
                pool.shutdown(cancel_futures=True)
                sys.exit(fault)


if __name__ == "__main__":
    main()
