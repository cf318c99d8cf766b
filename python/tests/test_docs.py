"""The examples of docstrings and of the README do what they say."""

from __future__ import annotations

import doctest
import importlib
import inspect
import json
import typing
from pathlib import Path

import pytest

MODULES = [
    "leafmill",
    "leafmill.arguments",
    "leafmill.compat.trafilatura",
    "leafmill.documents",
    "leafmill.evaluation",
    "leafmill.extractor",
    "leafmill.archives",
]
TYPED = [*MODULES, "leafmill.methods"]


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name: str) -> None:
    pytest.importorskip("pyarrow")
    result = doctest.testmod(importlib.import_module(name))
    assert result.failed == 0 and result.attempted > 0


@pytest.mark.parametrize("name", TYPED)
def test_types_are_there_for_those_who_ask_at_run_time(name: str) -> None:
    module = importlib.import_module(name)
    public = [getattr(module, one) for one in getattr(module, "__all__", vars(module))]
    known = [
        one
        for one in public
        if getattr(one, "__module__", "").startswith("leafmill") and one.__name__[0] != "_"
    ]
    for one in known:
        members = vars(one).values() if isinstance(one, type) else ()
        for member in [one, *filter(inspect.isfunction, members)]:
            typing.get_type_hints(member)
    assert known


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
