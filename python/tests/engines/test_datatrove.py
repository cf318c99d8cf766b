from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import leafmill
import pytest

pytest.importorskip("datatrove", exc_type=ImportError)

from datatrove.data import Document  # noqa: E402
from datatrove.executor import LocalPipelineExecutor  # noqa: E402
from datatrove.pipeline.extractors.base import BaseExtractor  # noqa: E402
from datatrove.pipeline.readers import WarcReader  # noqa: E402
from datatrove.pipeline.writers import JsonlWriter  # noqa: E402
from leafmill.datatrove import Leafmill, LeafmillReader  # noqa: E402


def _rows(folder: Path) -> list[dict[str, Any]]:
    lines = [
        line
        for file in sorted(folder.glob("*.jsonl.gz"))
        for line in gzip.decompress(file.read_bytes()).splitlines()
    ]
    return [json.loads(line) for line in lines]


def test_the_reader_has_the_programs_rows(
    archive: Path, program: Callable[..., list[dict[str, Any]]], tmp_path: Path
) -> None:
    reader = LeafmillReader(str(archive.parent), glob_pattern=archive.name)
    pipeline = [reader, JsonlWriter(str(tmp_path / "out"))]
    LocalPipelineExecutor(pipeline, logging_dir=str(tmp_path / "logs")).run()
    rows = [row for row in program("--schema", "datatrove") if row["text"]]
    assert len(rows) > 40
    assert _rows(tmp_path / "out") == rows


@pytest.mark.parametrize("sandbox", [False, True])
def test_the_step_is_a_drop_in(pages: list[bytes], sandbox: bool) -> None:
    html = [page.decode("utf-8", "replace") for page in pages[:5]]
    step = Leafmill(timeout=30, sandbox=sandbox)
    assert isinstance(step, BaseExtractor)
    documents = (Document(text=page, id=str(i)) for i, page in enumerate([*html, ""]))
    extracted = [document.text for document in step.run(documents)]
    assert extracted == [text for page in html if (text := leafmill.extract(page))]


def test_the_step_stands_behind_datatroves_reader(archive: Path, tmp_path: Path) -> None:
    pages = {d.id: d.text for d in WarcReader(str(archive.parent), glob_pattern=archive.name).run()}
    reader = WarcReader(str(archive.parent), glob_pattern=archive.name)
    pipeline = [reader, Leafmill(timeout=30), JsonlWriter(str(tmp_path / "out"))]
    LocalPipelineExecutor(pipeline, logging_dir=str(tmp_path / "logs")).run()
    made = {row["id"]: row["text"] for row in _rows(tmp_path / "out")}
    assert len(made) > 30
    assert made == {name: text for name, page in pages.items() if (text := leafmill.extract(page))}


def test_a_page_over_its_time_is_dropped() -> None:
    step = Leafmill(timeout=0)
    assert list(step.run(iter([Document(text="<p>It ran dry in May.", id="1")]))) == []
    assert step.stats["timeout"].total == 1
