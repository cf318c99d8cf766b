"""`scripts/array_extract.sh`: the tasks together write what one run writes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]


def _files(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.glob("*.jsonl.gz")}


def test_the_tasks_together_are_the_whole(archive: Path, tmp_path: Path) -> None:
    crawl = tmp_path / "crawl"
    crawl.mkdir()
    for number in range(3):
        shutil.copy(archive, crawl / f"{number}.warc.gz")
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    script = str(ROOT / "scripts/array_extract.sh")
    inherited = {k: v for k, v in os.environ.items() if not k.startswith(("SLURM_", "AWS_BATCH"))}
    slurm = {"SLURM_ARRAY_TASK_MIN": "1", "SLURM_ARRAY_TASK_COUNT": "2", "SLURM_CPUS_PER_TASK": "1"}
    for told in (
        slurm | {"SLURM_ARRAY_TASK_ID": "1"},
        slurm | {"SLURM_ARRAY_TASK_ID": "2"},
    ):
        task = [script, str(crawl), str(tmp_path / "out")]
        environment = inherited | told | {"PATH": path}
        subprocess.run(task, check=True, capture_output=True, env=environment)
    whole = [sys.executable, "-m", "leafmill", "extract", str(crawl), "-o", f"{tmp_path}/whole/"]
    subprocess.run(whole, check=True, capture_output=True)
    assert len(_files(tmp_path / "whole")) == 3
    assert _files(tmp_path / "out") == _files(tmp_path / "whole")
