"""Writes a page for each paper: what it reports, what leafmill measures, and why they differ.

    python3 scripts/papers/papers.py DATASETS... -o results/papers

Every figure is `leafmill evaluate`'s, of models that ship or that `leafmill train` makes of a part of the
pages. The first data set that looks like WCXB, else the first of all, is the one that Wu's protocol, Crunch's
switches and the drawn rows of Table 1 are of.
"""

import argparse
import os
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from papers import crunch, joshi, lopez, rivals, wu
from papers.run import Runner
from program import LEAFMILL


def main():
    """Runs everything and writes the pages."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("datasets", type=Path, nargs="+", metavar="DATASET")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="DIR")
    parser.add_argument("--leafmill", type=Path, default=LEAFMILL, metavar="FILE")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        runner = Runner(args.leafmill, scratch)
        pages, sets = write_pages(runner, args.datasets)
        pages["README.md"] = readme(sets)
        pages["commands.txt"] = "".join(f"{command}\n" for command in runner.commands)
    args.output.mkdir(parents=True, exist_ok=True)
    for name, content in pages.items():
        (args.output / name).write_text(content, encoding="utf-8")
    return 0


def write_pages(runner, folders):
    """Every page by its name, and the data sets with their numbers of pages and digests."""
    main_set = next((folder for folder in folders if (folder / "dev/ground-truth").is_dir()), folders[0])
    name = main_set.resolve().name
    sets = [folder.resolve() for folder in folders]
    mixed = [folder for folder in sets if folder.name in (name, "cwce-a")]
    pages = wu.page(runner, main_set.resolve(), name)
    pages |= lopez.page(runner, sets, name)
    pages |= joshi.page(runner, sets)
    pages |= crunch.page(runner, mixed)
    pages |= rivals.page(runner, sets, main_set.resolve())
    return pages, sets


def readme(sets):
    """Where the figures come from."""
    commit = os.environ.get("LEAFMILL_COMMIT", "unknown")
    return f"""# The papers, beside what leafmill measures

- `wu.md`: Wu, Chen, Zhu and Wang 2012, with Figures 6 and 7
- `lopez.md`, `lopez-polibits.md`: López, Silva and Insa 2012, both papers, with Table 1
- `joshi.md`: Joshi and Liu 2009, text and images
- `crunch.md`: Gupta, Kaiser, Neistadt and Grimm 2003
- `rivals.md`: what they compare with, and all of them on every data set
- `yardsticks.md`: each method beside the prototype that came before it

`make papers` at commit {commit}, with {", ".join(folder.name for folder in sets)}. Origins of the data are in
`datasets/README.md`; no page's text is in the results. No figure is of time, so the machine is of no matter.

`commands.txt` has every command in its order; `train.txt`, `tune.txt` and `test.txt` in them name the pages
of Wu's protocol, which the script draws.
"""


if __name__ == "__main__":
    sys.exit(main())
