"""How well methods find the content of pages with gold."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeAlias

from . import _leafmill
from .arguments import whole
from .methods import METHODS

__all__ = ["evaluate"]

_Path: TypeAlias = str | os.PathLike[str]


def evaluate(
    datasets: _Path | Sequence[_Path],
    methods: str | Sequence[str] = (),
    *,
    measures: str | Sequence[str] = (),
    folds: int = 0,
    seed: int = 1,
    threads: int = 0,
    output: _Path | None = None,
) -> dict[str, Any]:
    """Evaluates methods on data sets: what ``leafmill evaluate`` writes as ``summary.json``.

    Without ``methods`` every one is evaluated, without ``measures`` by those that suit the gold.
    ``folds`` cross-validates what methods learn. ``output`` is a directory for the tables, with the
    figures of each page in ``pages.csv``.

    >>> summary = evaluate("datasets/sample", ["grain", "all"])
    >>> [data["name"] for data in summary["datasets"]]
    ['sample']
    """
    # They take as long to import as all the rest.
    import json
    from tempfile import TemporaryDirectory

    paths = [datasets] if isinstance(datasets, str | os.PathLike) else list(datasets)
    specs = [methods] if isinstance(methods, str) else list(methods)
    specs = specs or [method.name for method in METHODS]
    by = [measures] if isinstance(measures, str) else list(measures)
    with TemporaryDirectory() as scratch:
        directory = Path(scratch if output is None else output)
        numbers = whole("folds", folds), whole("seed", seed), whole("threads", threads)
        _leafmill.evaluate(paths, specs, by, *numbers, directory)
        summary: dict[str, Any] = json.loads((directory / "summary.json").read_text("utf-8"))
    return summary
