#!/bin/sh
# Makes the virtual environment that some scripts need and prints the path of its python.
# Usage: "$(scripts/venv.sh)" scripts/make_warc.py ...
set -eu
root=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd)
venv="$root/.venv"
stamp="$venv/.requirements"
if ! cmp -s "$root/scripts/requirements.txt" "$stamp"; then
    python3 -m venv "$venv"
    "$venv/bin/python" -m pip install --quiet --requirement "$root/scripts/requirements.txt" >&2
    cp "$root/scripts/requirements.txt" "$stamp"
fi
echo "$venv/bin/python"
