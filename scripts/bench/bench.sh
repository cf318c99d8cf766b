#!/bin/sh
# Compares leafmill with its peers as whole processes. Usage: scripts/bench/bench.sh DATASET -o DIR
set -eu
root=$(CDPATH= cd -- "$(dirname -- "$0")/../.." && pwd)
python=$("$root/scripts/peers/install.sh")
PYTHONPATH="$root/scripts" exec "$python" -m bench.bench "$@"
