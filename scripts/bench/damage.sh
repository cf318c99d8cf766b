#!/bin/sh
# Damages an archive and counts what readers still deliver. Usage: scripts/bench/damage.sh WARC -o DIR
set -eu
root=$(CDPATH= cd -- "$(dirname -- "$0")/../.." && pwd)
python=$("$root/scripts/venv.sh" scripts/peers/requirements.txt .venv-peers)
PYTHONPATH="$root/scripts" exec "$python" -m bench.damage "$@"
