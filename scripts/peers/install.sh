#!/bin/sh
# Installs the peers: a virtual environment for those in Python, a program for those in Rust.
# Prints the path of the environment's python.
set -eu
root=$(CDPATH= cd -- "$(dirname -- "$0")/../.." && pwd)
venv="$root/.venv-peers"
requirements="$root/scripts/peers/requirements.txt"
if ! cmp -s "$requirements" "$venv/.requirements"; then
    python3 -m venv --clear "$venv"
    "$venv/bin/python" -m pip install --quiet --no-deps --requirement "$requirements" >&2
    cp "$requirements" "$venv/.requirements"
fi
cargo build --quiet --release --locked --manifest-path "$root/scripts/peers/rust/Cargo.toml" >&2
echo "$venv/bin/python"
