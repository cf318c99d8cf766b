"""The examples of docstrings and of the README do what they say."""

from __future__ import annotations

import doctest
import importlib
import json
from pathlib import Path

import pytest

MODULES = [
    "leafmill",
    "leafmill.compat.trafilatura",
    "leafmill.documents",
    "leafmill.evaluation",
    "leafmill.extractor",
    "leafmill.archives",
]


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name: str) -> None:
    pytest.importorskip("pyarrow")
    result = doctest.testmod(importlib.import_module(name))
    assert result.failed == 0 and result.attempted > 0


@pytest.mark.parametrize("name", ["README.md", "python/README.md"])
def test_readme(name: str) -> None:
    pytest.importorskip("pyarrow")
    readme = Path(__file__).parents[2] / name
    result = doctest.testfile(str(readme), module_relative=False)
    assert result.failed == 0 and result.attempted > 3


def test_the_notebook(monkeypatch: pytest.MonkeyPatch) -> None:
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("agg")
    docs = Path(__file__).parents[2] / "docs"
    monkeypatch.chdir(docs)
    notebook = json.loads((docs / "evaluate.ipynb").read_text("utf-8"))
    cells = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert len(cells) == 4
    names: dict[str, object] = {}
    for cell in cells:
        exec(cell, names)
    assert names["worst"]
