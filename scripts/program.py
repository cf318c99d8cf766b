"""Where `make build` puts the program, and how it is run.

It is put in what CARGO_TARGET_DIR says, as cargo does, else in target/."""

import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LEAFMILL = Path(os.environ.get("CARGO_TARGET_DIR") or ROOT / "target") / "release" / "leafmill"


def finish(command):
    """Runs a command of the program to its end. 1 tells of damage, which some data sets have."""
    if subprocess.run(command, stdout=subprocess.DEVNULL).returncode not in (0, 1):
        raise SystemExit(f"failed: {' '.join(map(str, command))}")
