"""Runs leafmill and reads what it wrote: every figure of the pages comes from here."""

import csv
import json
import shlex
import subprocess
import tempfile
from pathlib import Path
from typing import NamedTuple


class Score(NamedTuple):
    """Precision, recall and F1 as `evaluate` averages them, micro F1, the interval of F1, and F1 by page type."""

    precision: float
    recall: float
    f1: float
    micro: float
    interval: tuple
    kinds: dict


class Page(NamedTuple):
    """What a measure counts on a page."""

    page: str
    matched: int
    extracted: int
    gold: int
    precision: float
    recall: float
    f1: float


class Table:
    """The files of one evaluation."""

    def __init__(self, folder):
        self.folder = folder
        summary = json.loads((folder / "summary.json").read_text(encoding="utf-8"))
        self.sets = {data["name"]: data["pages"] for data in summary["datasets"]}
        self.digests = {data["name"]: data["digest"] for data in summary["datasets"]}
        self.layouts = {data["name"]: data["layout"] for data in summary["datasets"]}
        self.scores = {
            (data["name"], score["spec"], score["measure"]): read_score(score)
            for data in summary["datasets"]
            for score in data["scores"]
        }

    def score(self, data, spec, measure="words"):
        """A spec's scores on a data set."""
        return self.scores[data, spec, measure]

    def has(self, data, measure):
        """Whether a data set was scored by a measure."""
        return any(key[0] == data and key[2] == measure for key in self.scores)

    def pages(self, data, spec, measure="words"):
        """A spec's counts, page by page."""
        with open(self.folder / "pages.csv", encoding="utf-8", newline="") as file:
            rows = [row for row in csv.DictReader(file) if (row["dataset"], row["spec"], row["measure"]) == (data, spec, measure)]
        counts, figures = ("matched", "extracted", "gold"), ("precision", "recall", "f1")
        return [
            Page(row["page"], *(int(row[name]) for name in counts), *(float(row[name]) for name in figures))
            for row in rows
        ]


def read_score(score):
    """A row of summary.json."""
    mean = score["macro"]
    kinds = {kind: value["f1"] for kind, value in score["kinds"].items()}
    return Score(mean["precision"], mean["recall"], mean["f1"], score["micro"]["f1"], tuple(score["interval"]), kinds)


class Runner:
    """leafmill, and the commands that it was run with."""

    def __init__(self, program, scratch):
        self.program = program
        self.scratch = Path(scratch)
        self.commands = []

    def evaluate(self, sets, specs, measures=(), options=()):
        """Evaluates specs on data sets."""
        out = Path(tempfile.mkdtemp(dir=self.scratch))
        methods = [part for spec in specs for part in ("-m", spec)]
        wanted = [part for measure in measures for part in ("--measure", measure)]
        self.run(["evaluate", *sets, *methods, *wanted, *options], ["-o", out])
        return Table(out)

    def train(self, spec, data, only):
        """Trains a spec on the pages that a file names; gives the model's file."""
        out = self.scratch / f"model-{len(self.commands)}.json"
        self.run(["train", spec, data, "--only", only], ["-o", out])
        return out

    def extract(self, spec, pages):
        """The documents that a spec makes of pages, a row each."""
        out = self.scratch / f"documents-{len(self.commands)}.jsonl"
        self.run(["extract", pages, "-m", spec], ["-o", out])
        with open(out, encoding="utf-8") as lines:
            return [json.loads(line) for line in lines]

    def run(self, arguments, output):
        """Runs the program; what it says goes to standard error."""
        arguments = [str(argument) for argument in arguments]
        self.commands.append(self.shown(arguments))
        command = [str(self.program), *arguments, *map(str, output)]
        done = subprocess.run(command, stdout=subprocess.DEVNULL, check=False)
        if done.returncode not in (0, 1):
            raise RuntimeError(f"{shlex.join(command)} ended with {done.returncode}")

    def shown(self, arguments):
        """A command as a reader can run it, without this machine's folders."""
        names = [argument.rsplit("/", 1)[-1] if argument.startswith("/") else argument for argument in arguments]
        return shlex.join(["leafmill", *(name.replace(f"{self.scratch}/", "") for name in names)])
