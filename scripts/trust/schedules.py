"""Several processes on one output directory, killed and begun again at random moments.

A schedule begins two to four processes of one command, or of the shares of one, with other numbers of
threads; kills some of them with SIGKILL, interrupts others, begins them again; and lets all come to their
end. Then the directory must hold the bytes of one undisturbed run.
"""

from __future__ import annotations

import hashlib
import random
import shutil
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Outcome:
    """What came of the schedules."""

    schedules: int = 0
    processes: int = 0
    killed: int = 0
    interrupted: int = 0
    refused: int = 0
    lost: list[str] = field(default_factory=list)


def digests(directory: Path) -> dict[str, str]:
    """Every file below a directory but the manifests, whose lines may be in another order."""
    files = sorted(path for path in directory.rglob("*") if path.is_file())
    named = {str(path.relative_to(directory)): path for path in files}
    return {
        name: hashlib.sha256(path.read_bytes()).hexdigest()
        for name, path in named.items()
        if not name.startswith("manifest")
    }


class Schedule:
    """One command on one directory, undisturbed or not."""

    def __init__(self, program: Path, inputs: list[Path], jobs: int, options: list[str]) -> None:
        self.program, self.inputs, self.jobs, self.options = program, inputs, jobs, options

    def begin(self, output: Path, job: int, threads: int) -> subprocess.Popen[str]:
        """One process, its job being one of `jobs`."""
        command = [self.program, "extract", *self.inputs, "-o", f"{output}/", "-j", str(threads), *self.options]
        if self.jobs > 1:
            command += ["--shard", f"{job}/{self.jobs}"]
        return subprocess.Popen(command, stderr=subprocess.PIPE, text=True)

    def settle(self, output: Path) -> float:
        """Lets every job come to its end; the seconds it took."""
        begun = time.monotonic()
        for job in range(1, self.jobs + 1):
            process = self.begin(output, job, 2)
            error = process.communicate()[1]
            if process.returncode not in (0, 1):
                raise RuntimeError(f"{process.returncode}: {error}")
        return time.monotonic() - begun

    def disturb(self, output: Path, seconds: float, seed: int, outcome: Outcome) -> None:
        """Begins, kills and begins again, as a seed says."""
        draw = random.Random(seed)
        running: list[subprocess.Popen[str]] = []
        for _ in range(draw.randint(2, 4)):
            for _ in range(draw.randint(1, 2)):
                running.append(self.begin(output, draw.randint(1, self.jobs), draw.randint(1, 4)))
                outcome.processes += 1
                time.sleep(draw.random() * seconds / 2)
                act = draw.choice(["kill", "interrupt", "leave", "leave"])
                if act == "leave":
                    continue
                process = running.pop(draw.randrange(len(running)))
                if process.poll() is None:
                    process.kill() if act == "kill" else process.send_signal(2)
                    outcome.killed += act == "kill"
                    outcome.interrupted += act == "interrupt"
                process.communicate()
        for process in running:
            error = process.communicate()[1]
            if process.returncode == 3 and "another run is writing here" in error:
                outcome.refused += 1
            elif process.returncode not in (0, 1):
                raise RuntimeError(f"{process.returncode}: {error}")


def run(
    program: Path, inputs: list[Path], scratch: Path, seeds: int, options: list[str], outcome: Outcome
) -> None:
    """As many schedules as seeds, half of them of two jobs that share the directory."""
    for jobs in (1, 2):
        schedule = Schedule(program, inputs, jobs, options)
        whole = scratch / f"whole-{jobs}"
        seconds = schedule.settle(whole)
        expected = digests(whole)
        for seed in range(1, seeds // 2 + 1):
            output = scratch / "disturbed"
            schedule.disturb(output, seconds, seed * 2 + jobs, outcome)
            schedule.settle(output)
            outcome.schedules += 1
            if digests(output) != expected:
                outcome.lost.append(f"{options}, {jobs} jobs, seed {seed}")
            shutil.rmtree(output)
        shutil.rmtree(whole)
