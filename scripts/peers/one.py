"""One page through one of the peers, as a command for `leafmill evaluate --run`.

    leafmill evaluate DATASET -m grain --run 'trafilatura=.venv-peers/bin/python scripts/peers/one.py trafilatura'

The page is standard input, decoded as for all peers; the text goes to standard output. A peer that fails
fails the command. `worker.py` lists the peers; starting Python for each page is what takes the time.
"""

import logging
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from peers.decode import decode
from peers.worker import PEERS


def main():
    """Extracts the page."""
    # What a peer prints is no text of the page.
    out, sys.stdout = sys.stdout, sys.stderr
    logging.disable(logging.CRITICAL)
    html = decode(sys.stdin.buffer.read())
    out.write(PEERS[sys.argv[1]]()(html, None) or "")


if __name__ == "__main__":
    main()
