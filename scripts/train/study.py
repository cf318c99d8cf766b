#!/usr/bin/env python3
"""What each part of grain is worth, what more pages would be worth, and what the trees' settings do: an
ablation, a learning curve and a sweep.

    python3 scripts/train/study.py WCXB [DATASET...] -o FILE [--folds 5]

Each variant of the model is trained in the folds that `train.py` makes, and each
page of WCXB is extracted by a model that did not see it. A family of features is left out by giving all units the same value; what
is left out of the data is left out of the lexicon too. Writes a row a variant: its F1, and the
difference from the whole with a 95 % interval by 1,000 paired bootstrap samples of the pages.
"""

import argparse
import random
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import train

HERE = Path(__file__).resolve().parent

# Families of features by how their names begin.
FAMILIES = {
    "the class lexicon": ("lx_",),
    "other names and tags of ancestors": ("a_", "r_", "c_"),
    "the text and its neighbours": ("t_", "b1_", "b2_", "a1_", "a2_", "n3_"),
    "the tree around it": ("q_", "x_", "g_", "s0_", "s1_", "s2_", "s3_", "s4_", "s5_"),
    "place and headings": ("p_", "n_ph"),
    "Wu's smoothed scores": ("w_",),
    "the page as a whole": ("pg_",),
}
SHARES = (0.125, 0.25, 0.5)

# Other settings of the trees, and how many of them.
SETTINGS = {
    "another seed": ({"seed": 2}, 200),
    "a third seed": ({"seed": 3}, 200),
    "twice the trees at half the rate": ({"learning_rate": 0.05}, 400),
    "without GOSS": ({"data_sample_strategy": "bagging"}, 200),
    "features drawn by node": ({"feature_fraction": 0.8, "feature_fraction_bynode": 0.4}, 200),
    "smoothed paths": ({"path_smooth": 20}, 200),
    "random thresholds": ({"extra_trees": True}, 300),
}


def blank(rows, prefixes):
    """The rows with a family's features all alike, so that no tree can ask for them."""
    values = rows.values.copy()
    values[:, [name.startswith(prefixes) for name in rows.names]] = 0
    return replace(rows, values=values)


class Variant(NamedTuple):
    """A model: the pages that it is not trained on, the features it does not have, how it is trained."""

    name: str
    without: list = []
    prefixes: tuple = ()
    settings: dict = {}
    trees: int = train.TREES


def variants(pages):
    """What is compared, the whole first."""
    import rows

    name = lambda page: f"{page['dataset']}/{page['id']}"
    yield Variant("all")
    for family, prefixes in FAMILIES.items():
        yield Variant(f"without {family}", prefixes=prefixes)
    for settings, (changed, trees) in SETTINGS.items():
        yield Variant(settings, settings=changed, trees=trees)
    yield Variant("WCXB alone", [name(page) for page in pages if page["layout"] != "wcxb"])
    group = rows.groups(pages)
    order = sorted(set(group.tolist()))
    random.Random(1).shuffle(order)
    for share in SHARES:
        left = set(order[round(share * len(order)):])
        without = [name(page) for page, of in zip(pages, group.tolist()) if of in left]
        yield Variant(f"{share:.1%} of the domains", without)


def judge(args, pages, models, directory):
    """F1 of WCXB's pages by these models."""
    import scores

    wcxb = args.datasets[0]
    made = scores.evaluate(args.leafmill, [wcxb], pages, models, directory, ["page"])
    return {row["page"]: row["f1"] for row in made if row["measure"] == scores.measure_of(wcxb.name)}


def study(args, directory):
    """A page's F1 by variant."""
    import rows as files

    pages = train.features(args, directory).pages
    name = lambda page: f"{page['dataset']}/{page['id']}"
    fold_of = files.folds(pages, args.folds)
    found = {}
    for fold in range(args.folds):
        held_out = [name(p) for p, of in zip(pages, fold_of) if of == fold]
        judged = [page for page in held_out if page.startswith(f"{args.datasets[0].name}/")]
        whole = train.features(args, directory, held_out)
        for variant in variants(pages):
            without = variant.without
            rows = train.features(args, directory, {*held_out, *without}) if without else whole
            models = Path(directory, "models")
            if variant.prefixes:
                rows = blank(rows, variant.prefixes)
            train.train(rows, models, variant.settings, variant.trees)
            found.setdefault(variant.name, {}).update(judge(args, judged, models, directory))
            print(f"fold {fold}: {variant.name}", file=sys.stderr)
    return found


def table(found):
    """Lines of Markdown."""
    import scores

    whole = found["all"]
    lines = ["| variant | F1 | difference | 95 % |", "|---|---:|---:|---|"]
    for variant, f1 in found.items():
        mean = sum(f1.values()) / len(f1)
        if variant == "all":
            lines.append(f"| all | {mean:.4f} | | |")
            continue
        differences = [f1[page] - whole[page] for page in sorted(whole)]
        low, high = scores.interval(differences)
        change = sum(differences) / len(differences)
        lines.append(f"| {variant} | {mean:.4f} | {change:+.4f} | {low:+.4f} to {high:+.4f} |")
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("datasets", nargs="+", type=Path, metavar="DATASET")
    parser.add_argument("-o", "--output", type=Path, required=True, help="the table, in Markdown")
    parser.add_argument("--folds", type=int, default=5)
    parser.add_argument("--leafmill", type=Path, default=train.LEAFMILL)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        found = study(args, directory)
    args.output.write_text(table(found))


if __name__ == "__main__":
    train.in_environment()
    sys.path.insert(0, str(HERE))
    main()
