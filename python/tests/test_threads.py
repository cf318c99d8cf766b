"""Threads at once get the bytes that one alone gets, also where the interpreter has no lock."""

from __future__ import annotations

import io
import subprocess
import sys
import sysconfig
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import leafmill
import pytest

THREADS = 8


def written(one: leafmill.Document | leafmill.Damage) -> str:
    return str(one.to_dict() if isinstance(one, leafmill.Document) else one)


def at_once(work: Callable[[], Any]) -> list[Any]:
    """What each of the threads makes; they begin together."""
    begin = threading.Barrier(THREADS)

    def one(_: int) -> Any:
        begin.wait()
        return work()

    with ThreadPoolExecutor(THREADS) as threads:
        return list(threads.map(one, range(THREADS)))


@pytest.fixture(scope="module")
def damaged(archive: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive of which every third page is damaged."""
    content = bytearray(archive.read_bytes())
    for page in list(leafmill.read(archive))[::3]:
        middle = page.record["offset"] + 300
        content[middle : middle + 20] = bytes(20)
    file = tmp_path_factory.mktemp("damaged") / "damaged.warc.gz"
    file.write_bytes(content)
    return file


@pytest.mark.skipif(
    not sysconfig.get_config_var("Py_GIL_DISABLED"), reason="this interpreter is not free-threaded"
)
def test_a_free_threaded_interpreter_stays_without_its_lock(archive: Path) -> None:
    # A process of its own: other packages of these tests may bring the lock back.
    code = f"""
import sys, leafmill, leafmill.compat.trafilatura
leafmill.extract_batch(["<p>It ran dry in May."] * 9, threads=2)
assert list(leafmill.read({str(archive)!r}))
print(sys._is_gil_enabled())
"""
    program = [sys.executable, "-I", "-W", "error", "-c", code]
    run = subprocess.run(program, capture_output=True, text=True)
    assert (run.stdout, run.stderr) == ("False\n", "")


@pytest.mark.parametrize("method", ["grain", "wu", "justext"])
def test_threads_that_share_an_extractor(pages: list[bytes], method: str) -> None:
    mill = leafmill.Extractor(method)

    def work() -> list[Any]:
        keys = "text,html,metadata,links"
        return [
            (
                mill.extract(page),
                mill.extract(bytearray(page), format="markdown"),
                mill.document(page, keys=keys).to_dict(),
            )
            for page in pages
        ]

    assert at_once(work) == [work()] * THREADS


def test_threads_that_share_a_pool(pages: list[bytes]) -> None:
    expected = [leafmill.extract(page) for page in pages]
    assert at_once(lambda: leafmill.extract_batch(pages, threads=2)) == [expected] * THREADS


def test_threads_that_read_the_same_archive(archive: Path, rows: list[dict[str, Any]]) -> None:
    def work() -> list[dict[str, Any]]:
        return [document.to_dict() for document in leafmill.read(archive, threads=2)]

    assert at_once(work) == [rows] * THREADS


def test_a_file_object_may_extract_and_not_read_itself(
    archive: Path, rows: list[dict[str, Any]]
) -> None:
    class Busy(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            texts.append(leafmill.extract_batch(["<p>It ran dry in May."], threads=1, method="all"))
            for own in begun:
                with pytest.raises(ValueError, match="by its own read"):
                    next(own)
            return super().read(size)

    texts: list[list[str]] = []
    for threads in (1, 2):
        begun: list[Iterator[leafmill.Document]] = []
        begun.append(leafmill.read(Busy(archive.read_bytes()), threads=threads))
        assert [document.text for document in begun[0]] == [row["text"] for row in rows]
    assert texts and all(text == ["It ran dry in May."] for text in texts)


def test_one_thread_alone_waits_for_no_other(pages: list[bytes]) -> None:
    class Stalled(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            is_stalled.set()
            is_over.wait()
            return super().read(size)

    is_stalled, is_over = threading.Event(), threading.Event()
    stalled = threading.Thread(target=lambda: list(leafmill.read(Stalled(b"<p>x"), threads=1)))
    stalled.start()
    assert is_stalled.wait(60)
    assert leafmill.extract_batch(pages, threads=1) == [leafmill.extract(page) for page in pages]
    is_over.set()
    stalled.join()


@pytest.mark.parametrize("is_path", [True, False], ids=["path", "file object"])
def test_threads_that_share_what_is_read_have_each_row_once(damaged: Path, is_path: bool) -> None:
    def read() -> Iterator[leafmill.Document | leafmill.Damage]:
        return leafmill.read(damaged if is_path else damaged.open("rb"), damage=True)

    alone = list(read())
    assert sum(isinstance(one, leafmill.Damage) for one in alone) > 10
    shared = read()
    found = [one for of_thread in at_once(lambda: list(shared)) for one in of_thread]
    assert sorted(map(written, found)) == sorted(map(written, alone))
