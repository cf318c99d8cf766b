"""Checks that leafmill compiles with the combinations of its features, the compiler's warnings denied.

Features that others imply make no combination of their own. Without `--every`, which takes many minutes, each feature
is on alone, and none and all are: what a feature needs and does not name shows there. As many are checked at once as
there are cores, each of these workers in a target directory of its own, since cargo locks one while it builds. The
first begins with the features that need most, in the directory where `make lint` has compiled most of what they need;
the others begin with those that need least. So what takes long to compile is compiled once. Usage:
scripts/features.py [--every]
"""

import itertools
import os
import subprocess
import sys
import tomllib
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Features whose dependencies take longest to compile, the longest first.
DEAR = ("remote", "parquet", "zstd")


def implied(features, names):
    """The features that some names switch on, themselves included."""
    on, left = set(), list(names)
    while left:
        name = left.pop()
        if name in features and name not in on:
            on.add(name)
            left.extend(features[name])
    return frozenset(on)


def combinations(features, every):
    """The sets of features that can be on together, those last that need most, and the smallest first: every one, or
    none and all of them and those in which a feature is on with what it needs."""
    names = sorted(set(features) - {"default"})
    if every:
        chosen = [c for n in range(len(names) + 1) for c in itertools.combinations(names, n)]
    else:
        chosen = [[], names, *([name] for name in names)]
    all_of_them = {implied(features, names) for names in chosen}
    return sorted(all_of_them, key=lambda on: ([dear in on for dear in DEAR], len(on), sorted(on)))


def check(on, target):
    """What the compiler says against a combination, built in that target directory; nothing if all is well."""
    command = ["cargo", "check", "--locked", "--quiet", "--no-default-features", "--features", ",".join(sorted(on))]
    command += ["--target-dir", target]
    # No combination shares what another kept for its next build, and a hundred of them fill gigabytes.
    settings = os.environ | {"CARGO_INCREMENTAL": "0"}
    done = subprocess.run(command, cwd=ROOT, env=settings, stderr=subprocess.PIPE, text=True, check=False)
    # Warnings are denied here and not by RUSTFLAGS, which are the dependencies' too: none of these would be shared with
    # another build.
    return done.stderr if done.returncode or "warning" in done.stderr else ""


def main():
    features = tomllib.loads((ROOT / "Cargo.toml").read_text())["features"]
    queue = deque(combinations(features, every="--every" in sys.argv[1:]))
    shared = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    faults = []

    def work(worker):
        target = shared / "features" / str(worker) if worker else shared
        while not faults:
            try:
                on = queue.pop() if worker == 0 else queue.popleft()
            except IndexError:
                return
            fault = check(on, target)
            print(" ".join(sorted(on)) or "none", flush=True)
            faults.extend([fault] if fault else [])

    workers = os.cpu_count() or 1
    with ThreadPoolExecutor(workers) as pool:
        list(pool.map(work, range(workers)))
    if faults:
        sys.exit("\n".join(faults))


if __name__ == "__main__":
    main()
