#!/bin/sh
# Scores leafmill and its peers on the same pages. Usage: scripts/peers/compare.sh DATASET... [OPTION...]
set -eu
root=$(CDPATH= cd -- "$(dirname -- "$0")/../.." && pwd)
python=$("$root/scripts/peers/install.sh")
PYTHONPATH="$root/scripts" exec "$python" -m peers.compare "$@"
