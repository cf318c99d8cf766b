#!/usr/bin/env python3
"""Makes grain's model files and the record of how they were made.

    python3 scripts/train/train.py DATASET... [-o DIR] [--folds 5] [--leave-out] [--others DATASET...]
                                   [--report FILE] [--fold-models DIR]
    python3 scripts/train/train.py DATASET... --folds 5 --fold-models DIR --folds-alone

Makes a virtual environment `.venv-train` beside this file's checkout with the versions in
`requirements.txt`, has `leafmill features` write the rows, trains, and writes the models, the
lexicon and `record.json` to DIR (`src/extract/methods/grain/model`). With `--folds` it first
cross-validates: each fold's pages are extracted by `leafmill evaluate` with models and a lexicon
that saw no page of their groups (projects, domains) and no near-duplicate; with `--leave-out` each
set's pages are extracted by models that saw no page of the set, and those of `--others`, sets that
are never trained on, by the same models, which says what each set gives. `--report` writes the scores
as Markdown. `--fold-models` keeps the models of the folds, in DIR/fold-0 and so on, each with the names of
the pages that they have not seen, for `scripts/peers/compare.sh --folds`; with `--folds-alone` nothing
else is made. The same data and versions give the same files, in whatever order the sets are named.
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

from program import LEAFMILL, finish  # noqa: E402

# How much a set's rows weigh. Its snippets say little of each page of trafilatura's set; what
# recipes' lines say is content alone, and documentation is much of a kind. Lists and cards, of which
# typed-a has so many, are content where a page is made of them, and teasers beside news.
WEIGHTS = {
    "wcxb-dev": 1.0,
    "trafilatura-a": 2.0,
    "scrapinghub": 2.0,
    "typed-a": 0.7,
    "docs-a": 0.25,
    "fundus-a": 2.0,
    "recipes-a": 0.1,
    "formasaurus": 0.5,
}

# Types of pages of wide golds that are examples of the narrow scope too: they are one text.
TEXTS = ("article", "documentation", "recipe")

# How much the articles of a wide gold weigh where they are examples of the narrow scope.
NARROW = 2.0

# How much the pages of narrow golds weigh where they are examples of the wide scope too: of what stands beside
# an article it wants comments, which these golds leave out, and hardly anything else.
WIDE = 0.5

# What is written, beside the record.
FILES = ("unit.bin", "text.bin", "goods.bin", "lexicon.bin")

# The trees that tell content from the rest.
TREES = 200

COMMON = {
    "objective": "cross_entropy",
    "num_leaves": 31,
    "learning_rate": 0.08,
    "feature_fraction": 0.4,
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

BINNING = {"max_bin": COMMON["max_bin"], "verbose": -1, "num_threads": 1}

# Kinds of pages that are told apart: one text, as news, documentation and recipes are, and no list,
# thread or service; and an offer of one thing.
KINDS = {
    "text": lambda page: page["scope"] == "article" or page["kind"] in TEXTS,
    "goods": lambda page: page["kind"] == "product",
}
KIND_TREES = 60
KIND_SETTINGS = {"num_leaves": 8, "learning_rate": 0.1, "min_data_in_leaf": 20,
                 "feature_fraction": 0.6, "data_sample_strategy": "bagging"}

SOURCES = {
    "wcxb-dev": {
        "what": "WCXB dev, without the 139 pages that its test split repeats",
        "licence": "CC-BY-4.0",
        "attribution": "Foley, M. (2026) WCXB: A Multi-Type Web Content Extraction Benchmark",
    },
    "trafilatura-a": {
        "what": "trafilatura's evaluation data, snippets as partial labels",
        "licence": "Apache-2.0 (annotations)",
        "attribution": "Barbaresi, A.: trafilatura, tests/evaldata.json",
    },
    "scrapinghub": {
        "what": "Article extraction benchmark",
        "licence": "MIT",
        "attribution": "Scrapinghub/Zyte (2019) Article Extraction Benchmark",
    },
    "typed-a": {
        "what": "Products, collections, listings, services and threads, labelled unit by unit",
        "licence": "labels ours, MIT OR Apache-2.0; texts belong to their publishers",
        "attribution": "public repositories that hold the built pages of sites",
    },
    "docs-a": {
        "what": "Documentation, labelled by the containers of the generators",
        "licence": "labels ours, MIT OR Apache-2.0; texts under the projects' licences",
        "attribution": "built documentation of 67 projects",
    },
    "fundus-a": {
        "what": "News articles of 85 publishers, by parsers written for each",
        "licence": "MIT (parsers and tests)",
        "attribution": "flairNLP/fundus, tests/resources, commit 18da6e53",
    },
    "recipes-a": {
        "what": "Ingredients and instructions of recipe pages, as partial labels",
        "licence": "MIT (scrapers and tests)",
        "attribution": "hhursev/recipe-scrapers, test data, commit d08ddd02",
    },
    "formasaurus": {
        "what": "Pages of shops, companies, portals and forums but their front pages, labelled line by line",
        "licence": "labels ours, MIT OR Apache-2.0; texts belong to their publishers",
        "attribution": "Scrapinghub: Formasaurus 0.9.0 (MIT), the pages that it learns from",
    },
}


def in_environment():
    """Runs this script again in its own virtual environment, made where it is missing."""
    home = ROOT / ".venv-train"
    if Path(sys.prefix).resolve() == home.resolve():
        return
    make = [ROOT / "scripts/venv.sh", "scripts/train/requirements.txt", home.name]
    python = subprocess.run(make, check=True, capture_output=True, text=True).stdout.strip()
    os.execv(python, [python, *sys.argv])


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("datasets", nargs="+", type=Path, metavar="DATASET")
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "src/extract/methods/grain/model")
    parser.add_argument("--folds", type=int, default=0, help="cross-validate in so many folds")
    parser.add_argument("--leave-out", action="store_true", help="measure each set left out")
    parser.add_argument("--others", nargs="*", type=Path, default=[], metavar="DATASET",
                        help="sets to measure what each set that is left out gives others")
    parser.add_argument("--report", type=Path, metavar="FILE", help="write the scores as Markdown")
    parser.add_argument("--fold-models", type=Path, metavar="DIR",
                        help="keep the models of the folds")
    parser.add_argument("--folds-alone", action="store_true",
                        help="train the models of the folds, and nothing else")
    parser.add_argument("--leafmill", type=Path, default=LEAFMILL)
    args = parser.parse_args()
    unknown = [data.name for data in args.datasets if data.name not in WEIGHTS]
    if unknown:
        parser.error(f"no weight is stated for {', '.join(unknown)}")
    if args.fold_models and not args.folds or args.folds_alone and not args.fold_models:
        parser.error("--fold-models needs --folds, and --folds-alone both")
    # Trees depend on the order of their rows, and a directory's order is not the same everywhere.
    args.datasets.sort(key=lambda data: list(WEIGHTS).index(data.name))
    return args


def features(args, directory, without=()):
    """The rows of all pages but those without."""
    import rows

    path, names = Path(directory, "rows"), Path(directory, "without.txt")
    names.write_text("".join(f"{name}\n" for name in without))
    command = [args.leafmill, "features", *args.datasets, "--without", names, "-o", path]
    finish(command)
    found = rows.read(path)
    path.unlink()
    return found


def training_rows(rows):
    """Values, labels and weights. Pages of wide golds that are one text are given twice, the second
    time as examples of the narrow scope; those of narrow golds too, as examples of the wide one, without
    comments."""
    import numpy as np

    by_set = np.array([WEIGHTS[page["dataset"]] for page in rows.pages])
    empty = np.array([page["layout"] == "wcxb" and page["gold"] == 0 for page in rows.pages])
    weights = rows.weights * np.where(empty, 0.0, by_set)[rows.page]
    used = weights > 0
    values, labels, weights, page = (
        rows.values[used], rows.labels[used], weights[used], rows.page[used])
    is_text = lambda page: page["kind"] in TEXTS and page["scope"] == "page"
    text = np.array([is_text(page) for page in rows.pages])[page]
    article = np.array([page["kind"] == "article" for page in rows.pages])[page[text]]
    narrow = values[text]
    narrow[:, rows.names.index("scope")] = 1
    beside = article & is_beside(narrow, rows.names)
    is_narrow = np.array([page["scope"] == "article" for page in rows.pages])[page]
    bare = is_narrow & (values[:, rows.names.index("c_com")] == 0)
    wide = values[bare]
    wide[:, rows.names.index("scope")] = 0
    return (
        np.concatenate([values, narrow, wide]),
        np.concatenate([labels, np.where(beside, 0, labels[text]), labels[bare]]),
        np.concatenate([weights, NARROW * weights[text], WIDE * weights[bare]]),
    )


def is_beside(values, names):
    """Whether a unit stands beside an article, not in it: readers' comments, and linked units of
    which there are several alike. A wide gold has some of them, the body of an article none."""
    column = lambda name: values[:, names.index(name)]
    return (column("t_ld") > 0.7) & (column("q_n") >= 3) | (column("c_com") > 0)


def page_rows(rows):
    """A row a page, with the features of the page as a whole alone, and the pages."""
    import numpy as np

    first = np.unique(rows.page, return_index=True)[1]
    values = rows.values[first]
    values[:, [not name.startswith("pg_") for name in rows.names]] = 0
    return values, [rows.pages[page] for page in rows.page[first]]


def train_kinds(rows, output):
    """Writes the models that tell kinds of pages."""
    import lightgbm
    import numpy as np
    import tables

    values, pages = page_rows(rows)
    for name, is_one in KINDS.items():
        labels = np.array([float(is_one(page)) for page in pages])
        data = lightgbm.Dataset(values, labels, feature_name=rows.names, params=dict(BINNING))
        booster = lightgbm.train({**COMMON, **KIND_SETTINGS}, data, KIND_TREES)
        (output / f"{name}.bin").write_bytes(tables.table(booster, rows.hash))


def train(rows, output, settings={}, trees=TREES):
    """Writes the model files made of the rows; with other settings of the trees, if any."""
    import lightgbm
    import tables

    output.mkdir(parents=True, exist_ok=True)
    train_kinds(rows, output)
    values, labels, weights = training_rows(rows)
    data = lightgbm.Dataset(
        values, labels, weight=weights, feature_name=rows.names, params=dict(BINNING),
    )
    booster = lightgbm.train({**COMMON, **settings}, data, trees)
    (output / "unit.bin").write_bytes(tables.table(booster, rows.hash))
    (output / "lexicon.bin").write_bytes(rows.lexicon)


def name_of(page):
    return f"{page['dataset']}/{page['id']}"


def fold_models(args, directory, pages, output):
    """The names of each fold's pages, and where the models are that were trained without them. The
    names are also beside the models, as `leafmill evaluate --only` takes them."""
    import rows as files

    fold_of = files.folds(pages, args.folds)
    for fold in range(args.folds):
        held_out = [name_of(p) for p, of in zip(pages, fold_of) if of == fold]
        models = Path(output, f"fold-{fold}")
        train(features(args, directory, held_out), models)
        (models / "pages.txt").write_text("".join(f"{name}\n" for name in held_out))
        yield held_out, models


def cross_validate(args, directory, pages):
    """The table of scores in which each page was extracted by a model that had not seen it."""
    import scores

    found = []
    for held_out, models in fold_models(args, directory, pages, args.fold_models or directory):
        found += scores.evaluate(args.leafmill, args.datasets, held_out, models, directory)
    return scores.table(found, {name_of(page): page for page in pages})


def leave_out(args, directory, pages):
    """The table of scores in which each set was extracted by models that had not seen the set, and
    the scores of these models on other sets."""
    import scores

    found, given = [], {}
    for data in args.datasets:
        held_out = [name_of(page) for page in pages if page["dataset"] == data.name]
        models = Path(directory, f"without-{data.name}")
        train(features(args, directory, held_out), models)
        found += scores.evaluate(args.leafmill, [data], held_out, models, directory)
        if args.others:
            given[data.name] = scores.given(args.leafmill, args.others, models, directory)
    return scores.table(found, {name_of(page): page for page in pages}), given


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def record(args, rows, folds, left_out, given):
    """What there is to know of the files."""
    import lightgbm
    import numpy

    counts = {}
    for page in rows.pages:
        counts[page["dataset"]] = counts.get(page["dataset"], 0) + 1
    return {
        "date": datetime.date.today().isoformat(),
        "data": [{"set": name, "pages": counts[name], **SOURCES[name]} for name in sorted(counts)],
        "rows": len(rows.labels),
        "features": len(rows.names),
        "lexicon_keys": rows.keys,
        "trees": {"unit": {**COMMON, "trees": TREES},
                  "text, goods": {**COMMON, **KIND_SETTINGS, "trees": KIND_TREES}},
        "weights": {**WEIGHTS, "narrow": NARROW, "wide": WIDE},
        "versions": {"lightgbm": lightgbm.__version__, "numpy": numpy.__version__},
        "folds": {"number": args.folds, "by": "project or domain, near-duplicates together",
                  "scores": folds},
        "left_out": left_out,
        "given": given,
        "sha256": {name: digest(args.output / name) for name in FILES},
    }


def main():
    args = arguments()
    sys.path.insert(0, str(HERE))
    import scores
    import summary
    from bench.origin import commit

    at = commit()
    with tempfile.TemporaryDirectory() as directory:
        rows = features(args, directory)
        if args.folds_alone:
            for held_out, models in fold_models(args, directory, rows.pages, args.fold_models):
                print(f"{models}: without {len(held_out)} pages")
            return
        folds = cross_validate(args, directory, rows.pages) if args.folds else None
        left_out, given = leave_out(args, directory, rows.pages) if args.leave_out else (None, None)
        train(rows, args.output)
        if given:
            given["none"] = scores.given(args.leafmill, args.others, args.output, directory)
    made = record(args, rows, folds, left_out, given)
    (args.output / "record.json").write_text(json.dumps(made, indent=2) + "\n")
    if args.report:
        args.report.write_text(summary.markdown(made, at))


if __name__ == "__main__":
    in_environment()
    main()
