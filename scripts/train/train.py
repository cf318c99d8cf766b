#!/usr/bin/env python3
"""Makes grain's model files and the record of how they were made.

    python3 scripts/train/train.py DATASET... [-o DIR] [--folds 5] [--texts FILE]

Makes a virtual environment `.venv` beside this file's checkout with the versions in
`requirements.txt`, has `leafmill features` write the rows, trains, and writes `full.bin`,
`fast.bin`, `lexicon.bin` and `record.json` to DIR (`src/extract/methods/grain/model`). With `--folds` it
first cross-validates: each fold's pages are extracted by `leafmill evaluate` with models and a
lexicon that saw no page of their domains and no near-duplicate. `--texts` keeps what the full model
of each fold made of its pages, for `scripts/peers/compare.sh --texts`. The same data and versions
give the same files.
"""

import argparse
import datetime
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

from program import LEAFMILL  # noqa: E402

# How much a set's rows weigh. Its snippets say little of each page of trafilatura's set.
WEIGHTS = {"wcxb": 1.0, "trafilatura": 2.0, "scrapinghub": 1.0}

# How much the articles of a wide gold weigh where they are examples of the narrow scope.
NARROW = 2.0

# What is trained for each model file.
MODELS = {
    "full": {"trees": 120, "num_leaves": 31, "learning_rate": 0.1, "feature_fraction": 0.4},
    "fast": {"trees": 40, "num_leaves": 16, "learning_rate": 0.2, "feature_fraction": 0.6},
}

COMMON = {
    "objective": "cross_entropy",
    "min_data_in_leaf": 40,
    "lambda_l2": 5,
    "max_bin": 63,
    "use_missing": False,
    "verbose": -1,
    "seed": 1,
    "deterministic": True,
    "force_col_wise": True,
    "num_threads": 1,
    "data_sample_strategy": "goss",
    "top_rate": 0.25,
    "other_rate": 0.15,
}

SOURCES = {
    "wcxb": {
        "what": "WCXB dev, without the 139 pages that its test split repeats",
        "licence": "CC-BY-4.0",
        "attribution": "Foley, M. (2026) WCXB: A Multi-Type Web Content Extraction Benchmark",
    },
    "trafilatura": {
        "what": "trafilatura's evaluation data, snippets as partial labels",
        "licence": "Apache-2.0 (annotations)",
        "attribution": "Barbaresi, A.: trafilatura, tests/evaldata.json",
    },
    "scrapinghub": {
        "what": "Article extraction benchmark",
        "licence": "MIT",
        "attribution": "Scrapinghub/Zyte (2019) Article Extraction Benchmark",
    },
}


def in_environment():
    """Runs this script again in its own virtual environment, made where it is missing."""
    home = ROOT / ".venv"
    python = home / "bin" / "python"
    if Path(sys.prefix).resolve() == home.resolve():
        return
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", home], check=True)
        requirements = HERE / "requirements.txt"
        subprocess.run([python, "-m", "pip", "install", "-q", "-r", requirements], check=True)
    os.execv(python, [str(python), *sys.argv])


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("datasets", nargs="+", type=Path, metavar="DATASET")
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "src/extract/methods/grain/model")
    parser.add_argument("--folds", type=int, default=0, help="cross-validate in so many folds")
    parser.add_argument("--texts", type=Path, metavar="FILE",
                        help="keep the folds' extractions of their pages, as JSON Lines")
    parser.add_argument("--leafmill", type=Path, default=LEAFMILL)
    return parser.parse_args()


def features(args, directory, without=()):
    """The rows of all pages but those without."""
    import rows

    path, names = Path(directory, "rows"), Path(directory, "without.txt")
    names.write_text("".join(f"{name}\n" for name in without))
    command = [args.leafmill, "features", *args.datasets, "--without", names, "-o", path]
    subprocess.run(command, check=True)
    found = rows.read(path)
    path.unlink()
    return found


def training_rows(rows):
    """Values, labels and weights. Pages whose gold is wide but whose type is `article` are given
    twice, the second time as examples of the narrow scope."""
    import numpy as np

    layout = np.array([WEIGHTS[page["layout"]] for page in rows.pages])
    empty = np.array([page["layout"] == "wcxb" and page["gold"] == 0 for page in rows.pages])
    weights = rows.weights * np.where(empty, 0.0, layout)[rows.page]
    used = weights > 0
    values, labels, weights = rows.values[used], rows.labels[used], weights[used]
    article = np.array([page["kind"] == "article" for page in rows.pages])[rows.page[used]]
    narrow = values[article]
    narrow[:, rows.names.index("scope")] = 1
    return (
        np.concatenate([values, narrow]),
        np.concatenate([labels, np.where(is_beside(narrow, rows.names), 0, labels[article])]),
        np.concatenate([weights, NARROW * weights[article]]),
    )


def is_beside(values, names):
    """Whether a unit stands beside an article, not in it: readers' comments, and linked units of
    which there are several alike. A wide gold has some of them, the body of an article none."""
    column = lambda name: values[:, names.index(name)]
    return (column("t_ld") > 0.7) & (column("q_n") >= 3) | (column("c_com") > 0)


def train(rows, output, models=MODELS):
    """Writes the model files made of the rows."""
    import lightgbm
    import tables

    output.mkdir(parents=True, exist_ok=True)
    values, labels, weights = training_rows(rows)
    binning = {"max_bin": COMMON["max_bin"], "verbose": -1, "num_threads": 1}
    data = lightgbm.Dataset(
        values, labels, weight=weights, feature_name=rows.names, params=binning,
        free_raw_data=False,
    )
    for name in models:
        settings = dict(MODELS[name])
        trees = settings.pop("trees")
        booster = lightgbm.train({**COMMON, **settings}, data, trees)
        (output / f"{name}.bin").write_bytes(tables.table(booster, rows.hash))
    (output / "lexicon.bin").write_bytes(rows.lexicon)


def cross_validate(args, directory):
    """The table of scores in which each page was extracted by a model that had not seen it."""
    import rows as files
    import scores

    everything = features(args, directory)
    name = lambda page: f"{page['dataset']}/{page['id']}"
    fold_of = files.folds(everything.pages, args.folds)
    found, kept = [], []
    for fold in range(args.folds):
        held_out = [name(p) for p, of in zip(everything.pages, fold_of) if of == fold]
        models = Path(directory, f"fold-{fold}")
        train(features(args, directory, held_out), models)
        found += scores.evaluate(args.leafmill, args.datasets, held_out, models, directory)
        if args.texts:
            kept += scores.texts(args.leafmill, args.datasets, held_out, models, directory)
    if args.texts:
        args.texts.write_bytes(b"".join(kept))
    return scores.table(found, {name(page): page for page in everything.pages})


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def record(args, rows, scores):
    """What there is to know of the files."""
    import lightgbm
    import numpy

    counts = {}
    for page in rows.pages:
        counts[page["layout"]] = counts.get(page["layout"], 0) + 1
    return {
        "date": datetime.date.today().isoformat(),
        "data": [{"pages": counts[name], **SOURCES[name]} for name in sorted(counts)],
        "rows": len(rows.labels),
        "features": len(rows.names),
        "lexicon_keys": rows.keys,
        "models": {name: {**COMMON, **settings} for name, settings in MODELS.items()},
        "weights": {**WEIGHTS, "narrow": NARROW},
        "versions": {"lightgbm": lightgbm.__version__, "numpy": numpy.__version__},
        "folds": {"number": args.folds, "by": "registered domain, near-duplicates together"},
        "scores": scores,
        "sha256": {
            name: digest(args.output / name) for name in ["full.bin", "fast.bin", "lexicon.bin"]
        },
    }


def main():
    args = arguments()
    sys.path.insert(0, str(HERE))
    with tempfile.TemporaryDirectory() as directory:
        scores = cross_validate(args, directory) if args.folds else None
        rows = features(args, directory)
        train(rows, args.output)
    path = args.output / "record.json"
    path.write_text(json.dumps(record(args, rows, scores), indent=2) + "\n")


if __name__ == "__main__":
    in_environment()
    main()
