"""What documents and metadata cost beside plain text: instructions of whole runs over the same pages.

    PYTHONPATH=scripts python3 -m bench.asked LEAFMILL DATASETS/wcxb-dev -o results/cost

The pages are the 300 of `scripts/documents/pages-structure.txt` where the data set is WCXB dev, else all. Each
run is `extract` on one thread to /dev/null, counted by valgrind, so that a busy machine changes nothing.
"""

import argparse
import itertools
import sys
from pathlib import Path

from bench.origin import commit, machine
from bench.paired import instructions
from peers import corpora

ONLY = Path(__file__).resolve().parents[1] / "documents/pages-structure.txt"
METHODS = ("grain", "wu")
PARSERS = ("tl", "native")
# What is asked for, plain text first.
ASKED = ("text", "markdown", "html", "text,metadata", "markdown,metadata", "text,markdown,metadata")


def main():
    """Counts, and writes the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("leafmill", type=Path)
    parser.add_argument("dataset", type=Path)
    parser.add_argument("-m", "--method", action="append")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="DIR")
    args = parser.parse_args()
    names = {line.split("/", 1)[1] for line in ONLY.read_text().split() if line.startswith(f"{args.dataset.name}/")}
    pages = [page.path for page in corpora.read(args.dataset) if not names or page.id in names]
    origin = machine()
    lines = [
        "# What is asked for, and what it costs",
        "",
        f"`make asked` at commit {commit()}: instructions of `extract --schema KEYS -j 1` over {len(pages)} pages of",
        f"{args.dataset.name}, beside those of plain text, by valgrind. {origin['cpu']}, {origin['kernel']}.",
        "",
        "| method | parser | " + " | ".join(f"`{keys}`" for keys in ASKED) + " |",
        "|---|---|" + "---:|" * len(ASKED),
    ]
    for method, tokenizer in itertools.product(args.method or METHODS, PARSERS):
        extract = [args.leafmill, "extract", *pages, "-m", method, "--parser", tokenizer, "-j", "1", "-o", "/dev/null"]
        found = []
        for keys in ASKED:
            found.append(instructions([*extract, "--schema", keys]))
            print(method, tokenizer, keys, found[-1], f"{found[-1] / found[0]:.3f}", file=sys.stderr, flush=True)
        cells = [f"{found[0] / 1e6:,.0f} M", *(f"{count / found[0]:.3f}" for count in found[1:])]
        lines.append(f"| `{method}` | {tokenizer} | " + " | ".join(cells) + " |")
    args.output.mkdir(parents=True, exist_ok=True)
    (args.output / "asked.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
