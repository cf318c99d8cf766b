"""The benchmarks' own scorers, for whoever has them: a file each, by the measure of ours beside which it stands.

    words(cjk=run)  evaluate.py of Murrough-Foley/web-content-extraction-benchmark (WCXB)
    shingles(4)     evaluate.py of scrapinghub/article-extraction-benchmark
    snippets        tests/eval_common.py of adbar/trafilatura
    cleaneval       cleaneval.py of Evert 2008; it is Python 2, a port to Python 3 does too

A scorer is code from elsewhere and runs with the rights of whoever names it.
"""

import importlib.util
import subprocess
import sys
import tempfile
from pathlib import Path


def score(path, measure, texts, golds):
    """Precision, recall and F1 of the texts by the scorer in a file."""
    if measure not in SCORERS:
        raise ValueError(f"no benchmark's scorer is known for {measure}; there is one for {', '.join(SCORERS)}")
    if not path.is_file():
        raise ValueError(f"{path} is no file")
    pairs = [(texts[page], gold) for page, gold in golds.items()]
    return SCORERS[measure](path, pairs)


def load(path, *names):
    """The functions of a scorer by their names."""
    spec = importlib.util.spec_from_file_location("original", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    missing = [name for name in names if not hasattr(module, name)]
    if missing:
        raise ValueError(f"{path} has no {', '.join(missing)}: not the scorer that is wanted here")
    return [getattr(module, name) for name in names]


def wcxb(path, pairs):
    """Means over pages of WCXB's word F1."""
    (word_f1,) = load(path, "word_f1")
    scores = [word_f1(text, gold.text) for text, gold in pairs]
    return [sum(column) / len(scores) for column in zip(*scores)]


def scrapinghub(path, pairs):
    """Scrapinghub's shingles and the figures it makes of them."""
    match, metrics = load(path, "string_shingle_matching", "metrics_from_tp_fp_fns")
    found = metrics([match(true=gold.text, pred=text) for text, gold in pairs])
    return [found[name] for name in ("precision", "recall", "f1")]


def trafilatura(path, pairs):
    """trafilatura's confusion matrix of snippets."""
    count_item, matrix = load(path, "count_item", "ConfusionMatrix")
    total = matrix()
    for text, gold in pairs:
        total.add(count_item({"with": gold.required, "without": gold.forbidden}, text))
    precision, recall, _, f1 = total.scores()
    return [precision, recall, f1]


def cleaneval(path, pairs):
    """Means over files of the rows that cleaneval.py prints: file, F, P, R and more, in percent."""
    with tempfile.TemporaryDirectory() as root:
        folders = [Path(root, name) for name in ("texts", "golds")]
        for folder in folders:
            folder.mkdir()
        for number, (text, gold) in enumerate(pairs):
            for folder, content in zip(folders, (text, gold.text)):
                (folder / f"{number}.txt").write_text(content, encoding="utf-8")
        command = [python(path), path, "-n", *folders]
        run = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    if run.returncode:
        raise ValueError(f"{path} ended with {run.returncode}: {run.stderr.strip()}")
    rows = [[float(cell) / 100 for cell in line.split("\t")[1:4]] for line in run.stdout.splitlines()]
    f1, precision, recall = (sum(column) / len(rows) for column in zip(*rows))
    return [precision, recall, f1]


def python(path):
    """What runs a script: Python 2 where it can only be that, else this Python."""
    return "python2" if "print >>" in path.read_text(encoding="utf-8") else sys.executable


SCORERS = {"words(cjk=run)": wcxb, "shingles(4)": scrapinghub, "snippets": trafilatura, "cleaneval": cleaneval}
