"""The program ``leafmill``: ``python -m leafmill``."""

from __future__ import annotations

import signal
import sys

from . import _leafmill


def main() -> None:
    """Runs the program with the arguments of this process."""
    # The program has a handler of its own, which finishes what is in flight.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(_leafmill.run(["leafmill", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
