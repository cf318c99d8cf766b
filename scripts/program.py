"""Where `make build` puts the program: in what CARGO_TARGET_DIR says, as cargo does, else in target/."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LEAFMILL = Path(os.environ.get("CARGO_TARGET_DIR") or ROOT / "target") / "release" / "leafmill"
