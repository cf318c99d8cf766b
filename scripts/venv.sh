#!/bin/sh
# Makes a virtual environment that scripts need and prints the path of its python.
# Usage: "$(scripts/venv.sh)" scripts/make_warc.py ...
#        scripts/venv.sh REQUIREMENTS VENV     for an environment of its own
# PYTHON names another Python than python3.
set -eu
root=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd)
requirements="$root/${1:-scripts/requirements.txt}"
venv="$root/${2:-.venv}"
if ! cmp -s "$requirements" "$venv/.requirements"; then
    "${PYTHON:-python3}" -m venv --clear "$venv"
    # The files name every package, so what a package asks for changes nothing.
    "$venv/bin/python" -m pip install --quiet --no-deps --requirement "$requirements" >&2
    cp "$requirements" "$venv/.requirements"
fi
echo "$venv/bin/python"
