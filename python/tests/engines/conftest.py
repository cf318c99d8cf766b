"""What the program makes of the sample, for engines to make the same of it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from datetime import timezone
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import leafmill
import pytest

KEYS = "id,url,title,text,markdown,status,metadata,links,record"

Rows = list[dict[str, Any]]


@pytest.fixture(scope="session")
def program(archive: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Rows]:
    """Runs `leafmill extract` on the sample with further arguments."""

    def run(*arguments: str) -> Rows:
        out = tmp_path_factory.mktemp("program") / "rows.jsonl"
        command = [sys.executable, "-m", "leafmill", "extract", str(archive), "-o", str(out)]
        subprocess.run([*command, *arguments], check=True, capture_output=True)
        return [json.loads(line) for line in out.read_text("utf-8").splitlines()]

    return run


@pytest.fixture(scope="session")
def written(program: Callable[..., Rows]) -> Rows:
    """The sample's rows with all of `KEYS`, in the order of their ids."""
    rows = program("--schema", KEYS)
    return sorted(rows, key=lambda row: str(row["id"]))


@pytest.fixture(scope="session")
def tables(archive: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with the same rows as Parquet."""
    out = tmp_path_factory.mktemp("tables") / "out"
    command = [sys.executable, "-m", "leafmill", "extract", str(archive), "-o", f"{out}/"]
    command += ["--format", "parquet", "--schema", KEYS]
    subprocess.run(command, check=True, capture_output=True)
    return out


@pytest.fixture(scope="session")
def captured(archive: Path) -> dict[str, bytes]:
    """Pages of the sample by id."""
    return {page.id: page.body or b"" for page in leafmill.read(archive, bodies=True)}


@pytest.fixture(scope="session")
def texts(written: Rows) -> dict[str, str]:
    """Texts of the sample's pages by id."""
    return {row["id"]: row["text"] for row in written}


def whole(row: dict[str, Any]) -> dict[str, Any]:
    """A row of the program without nulls."""
    without: dict[str, Any] = _without_nulls(row)
    return without


def as_rows(table: Rows) -> Rows:
    """Rows of Parquet as the program has them: without hosts, which are held to the addresses, and
    with the times of capture as texts, in the order of ids."""
    for row in table:
        assert row.pop("host") == urlsplit(row["url"] or "").hostname
        date = row["record"]["date"]
        row["record"]["date"] = date and date.astimezone(timezone.utc).strftime("%FT%TZ")
    return sorted(map(whole, table), key=lambda row: str(row["id"]))


def _without_nulls(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_nulls(one) for key, one in value.items() if one is not None}
    return [_without_nulls(one) for one in value] if isinstance(value, list) else value
