"""Checks that leafmill builds with every combination of its features, warnings denied.

Features that others imply make no combination of their own. Usage: scripts/features.py
"""

import itertools
import subprocess
import sys
import tomllib
from pathlib import Path

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


def main():
    features = tomllib.loads((ROOT / "Cargo.toml").read_text())["features"]
    for on in combinations(features):
        print(" ".join(sorted(on)) or "none", flush=True)
        command = ["cargo", "clippy", "--locked", "--quiet", "--no-default-features", "--features", ",".join(sorted(on))]
        if subprocess.run([*command, "--", "-D", "warnings"], cwd=ROOT).returncode:
            sys.exit(1)


if __name__ == "__main__":
    main()
