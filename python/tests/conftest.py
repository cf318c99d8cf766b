"""Pages and archives that tests share."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "datasets/sample"


@pytest.fixture(autouse=True, scope="session")
def _at_home() -> None:
    """Docstrings name the sample by its path from the root."""
    os.chdir(ROOT)


@pytest.fixture(scope="session")
def archive() -> Path:
    return SAMPLE / "sample.warc.gz"


@pytest.fixture(scope="session")
def pages() -> list[bytes]:
    files = sorted((SAMPLE / "pages").iterdir())
    return [gzip.decompress(f.read_bytes()) if f.suffix == ".gz" else f.read_bytes() for f in files]


@pytest.fixture(scope="session")
def texts(pages: list[bytes]) -> list[str]:
    """The pages as `str`."""
    return [page.decode("utf-8", "replace") for page in pages]


def rows_of_program(archive: Path, *options: str) -> list[dict[str, object]]:
    """What the program writes of the archive."""
    program = [sys.executable, "-m", "leafmill", "extract", str(archive), "-o", "-", *options]
    run = subprocess.run(program, capture_output=True)
    # 1 says that it finished and reported damage.
    assert run.returncode in (0, 1), run.stderr
    return [json.loads(line) for line in run.stdout.decode().splitlines()]


@pytest.fixture(scope="session")
def rows(archive: Path) -> list[dict[str, object]]:
    """What the program writes of the archive where nothing else is said."""
    return rows_of_program(archive)


def mangled(pages: list[bytes], count: int) -> list[bytes]:
    """Pages that were cut, spliced and overwritten, the same each time."""
    state = 1

    def random(below: int) -> int:
        nonlocal state
        state = (state * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        return (state >> 33) % max(below, 1)

    out = []
    for number in range(count):
        page = bytearray(pages[number % len(pages)][: 1 + random(30_000)])
        for _ in range(random(20)):
            at = random(len(page))
            page[at : at + random(9)] = bytes(random(256) for _ in range(random(9)))
        out.append(bytes(page))
    return out
