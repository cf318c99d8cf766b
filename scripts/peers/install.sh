#!/bin/sh
# Installs the peers: a virtual environment for those in Python, a program for those in Rust.
# Prints the path of the environment's python.
set -eu
root=$(CDPATH= cd -- "$(dirname -- "$0")/../.." && pwd)
cargo build --quiet --release --locked --manifest-path "$root/scripts/peers/rust/Cargo.toml" \
    --target-dir "$root/scripts/peers/rust/target" >&2
exec "$root/scripts/venv.sh" scripts/peers/requirements.txt .venv-peers
