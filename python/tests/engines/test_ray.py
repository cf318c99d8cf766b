from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from engines.conftest import KEYS, as_rows, whole

pytest.importorskip("ray.data", exc_type=ImportError)
pa = pytest.importorskip("pyarrow")
import ray  # noqa: E402
from leafmill.ray import Extract, read_archives  # noqa: E402


@pytest.fixture(scope="module", autouse=True)
def _cluster() -> Iterator[None]:
    ray.init(num_cpus=2, include_dashboard=False)
    yield
    ray.shutdown()


def test_archives_have_the_programs_rows(archive: Path, written: list[dict[str, Any]]) -> None:
    pages = read_archives(str(archive), keys=KEYS).take_all()
    assert as_rows(pages) == [whole(row) for row in written]


def test_an_actor(captured: dict[str, bytes], texts: dict[str, str]) -> None:
    pages = [{"id": name, "html": page} for name, page in captured.items()]
    made = ray.data.from_items(pages).map_batches(
        Extract, batch_format="pyarrow", batch_size=16, concurrency=1
    )
    assert {row["id"]: row["text"] for row in made.take_all()} == texts
