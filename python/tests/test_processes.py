"""Forks, interrupts, the program."""

from __future__ import annotations

import io
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import leafmill
import pytest

# Where the tests run in a shell's background, SIGINT is ignored unless a handler is set.
BUSY = """
import signal, leafmill
signal.signal(signal.SIGINT, signal.default_int_handler)
page = "<p>It ran dry in May, and nobody could say why.</p>" * 3000
{given}
print("ready", flush=True)
try:
    {work}
except KeyboardInterrupt:
    print("interrupted")
"""


def _batch(pages: list[bytes]) -> list[str]:
    return leafmill.extract_batch(pages, threads=2)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
def test_a_forked_child_of_a_process_with_threads_works(pages: list[bytes]) -> None:
    expected = _batch(pages)
    with multiprocessing.get_context("fork").Pool(2) as pool:
        results = pool.map_async(_batch, [pages, pages]).get(timeout=300)
    assert results == [expected, expected]
    assert _batch(pages) == expected


def test_an_extractor_goes_to_a_spawned_child(pages: list[bytes]) -> None:
    mill = leafmill.Extractor("grain(scope=article)")
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        texts = pool.map_async(mill.extract, pages[:3]).get(timeout=300)
    assert texts == [mill.extract(page) for page in pages[:3]]


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT to a child")
@pytest.mark.parametrize(
    ("given", "work"),
    [
        ("", "leafmill.extract_batch([page] * 100_000, threads=2)"),
        ("", "while True:\n        list(leafmill.read('datasets/sample/sample.warc.gz'))"),
        (
            "import leafmill.polars, polars; frame = polars.DataFrame({'html': [page] * 2000})",
            "frame.select(polars.col('html').leafmill.extract(threads=1))",
        ),
        (
            "import time\nclass Stalled:\n    read = staticmethod(lambda size: time.sleep(60))",
            "list(leafmill.read(Stalled, threads=1))",
        ),
    ],
    ids=["extract_batch", "read", "polars", "a file object that stalls"],
)
def test_ctrl_c_stops_soon(given: str, work: str) -> None:
    if "polars" in given:
        pytest.importorskip("polars")
    program = [sys.executable, "-c", BUSY.format(given=given, work=work)]
    child = subprocess.Popen(program, stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    assert child.stdout.readline() == "ready\n"
    time.sleep(1.0)
    child.send_signal(signal.SIGINT)
    said, _ = child.communicate(timeout=60)
    assert said == "interrupted\n"


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT to itself")
def test_what_ctrl_c_stops_is_read_on(archive: Path, rows: list[dict[str, Any]]) -> None:
    class Slow(io.BytesIO):
        """It is interrupted when it has read all."""

        def read(self, size: int | None = -1, /) -> bytes:
            read = super().read(size)
            if not read and not is_interrupted.is_set():
                is_interrupted.set()
                signal.raise_signal(signal.SIGINT)
            return read

    is_interrupted = threading.Event()
    documents = leafmill.read(Slow(archive.read_bytes() * 4), threads=2)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    found: list[leafmill.Document] = []
    try:
        with pytest.raises(KeyboardInterrupt):
            found.extend(documents)
    finally:
        signal.signal(signal.SIGINT, before)
    assert is_interrupted.is_set()
    with pytest.raises(OSError):
        found.extend(documents)
    assert [document.text for document in found] == [row["text"] for row in rows] * 4


def test_the_program_is_there(archive: Path, tmp_path: Path) -> None:
    def program(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "leafmill", *arguments]
        return subprocess.run(command, capture_output=True, text=True)

    assert program("--version").stdout == f"leafmill {leafmill.__version__}\n"
    assert "scope=page" in program("methods", "grain").stdout
    assert program("extract", "no/such", "-o", "-").returncode == 3
    assert program("extract").returncode == 2
    page = tmp_path / "page.html"
    page.write_text("<p>It ran dry in May.")
    done = program("extract", str(page), "-o", "-", "--format", "text", "--method", "all")
    assert (done.stdout, done.returncode) == ("It ran dry in May.\n", 0)
    installed = Path(sys.executable).with_name("leafmill")
    assert subprocess.run([installed, "--version"], capture_output=True).returncode == 0


def test_an_import_brings_nothing_that_few_have_use_for() -> None:
    code = "import sys; there = set(sys.modules); import leafmill; print(*set(sys.modules) - there)"
    run = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True)
    brought = set(run.stdout.split())
    assert "leafmill.methods" in brought
    assert not brought & {"json", "logging", "tempfile", "threading"}
