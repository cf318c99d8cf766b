"""Holds leafmill's `justext` and `boilerpipe` against the programs that they are of, page by page.

Usage: python -m rivals.golden LEAFMILL DATASET [--least F1] (with scripts/ in PYTHONPATH)

jusText is told leafmill's own function words, since its lists are longer. Both programs are given the same
decoded pages. What is compared are words as multisets; the exit code is 1 if the mean agreement of a method is
below --least. It is not 1: the programs break text at other places than units (see the modules' heads), and
read other trees (lxml's, and none at all).
"""

import argparse
import collections
import gzip
import json
import re
import subprocess
import sys
from pathlib import Path

try:
    import justext
    from boilerpy3 import extractors
    from justext.core import preprocessor
except ImportError as missing:
    print(f"skipped: {missing}; `make test-rivals` installs what is missing")
    sys.exit(0)

ROOT = Path(__file__).resolve().parent.parent.parent
STOPWORDS = ROOT / "src/extract/methods/justext/stopwords.txt"
WORD = re.compile(r"\w+")


def stoplists():
    """leafmill's function words by language."""
    lines = STOPWORDS.read_text(encoding="utf-8").splitlines()
    split = (line.split(": ", 1) for line in lines if not line.startswith("#"))
    return {tag: frozenset(words.split()) for tag, words in split}


def list_of(text, lists):
    """The list that covers most of a text's words, if it covers a tenth: as the method chooses."""
    words = text.lower().split()
    counts = {tag: sum(word in known for word in words) for tag, known in lists.items()}
    best = max(counts, key=counts.get)
    return lists[best] if counts[best] >= len(words) / 10 and words else None


def by_justext(html, lists):
    try:
        everything = justext.core.html_to_dom(html)
        words = list_of(preprocessor(everything).text_content(), lists)
        density = {} if words else {"stopwords_low": 0, "stopwords_high": 0}
        paragraphs = justext.justext(html, words or frozenset(), **density)
    except Exception as error:  # lxml refuses an empty page, in several ways
        print(f"jusText: {error}", file=sys.stderr)
        return ""
    return "\n".join(paragraph.text for paragraph in paragraphs if not paragraph.is_boilerplate)


def by_boilerpy3(html, _):
    try:
        return extractors.ArticleExtractor(raise_on_failure=False).get_content(html)
    except Exception as error:
        print(f"boilerpy3: {error}", file=sys.stderr)
        return ""


ORIGINALS = {"justext": by_justext, "boilerpipe": by_boilerpy3}


def agreement(ours, theirs):
    """F1 of the words of two texts; 1 where both have none."""
    a, b = (collections.Counter(WORD.findall(text.lower())) for text in (ours, theirs))
    both, total = sum((a & b).values()), sum(a.values()) + sum(b.values())
    return 2 * both / total if total else 1.0


def ours(leafmill, method, pages):
    """leafmill's text of each page."""
    command = [leafmill, "extract", pages, "-m", method, "-o", "-", "--schema", "id,text"]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    rows = map(json.loads, done.stdout.decode().splitlines())
    return {re.sub(r"\.html(\.gz)?$", "", Path(row["id"]).name): row["text"] for row in rows}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("leafmill", type=Path)
    parser.add_argument("dataset", type=Path, help="a data set of leafmill's own form, with pages of UTF-8")
    parser.add_argument("--least", type=float, default=0.8, help="the agreement below which a method fails")
    args = parser.parse_args()
    lists, failed = stoplists(), False
    for method, original in ORIGINALS.items():
        texts = ours(args.leafmill, method, args.dataset / "pages")
        found = {}
        for path in sorted((args.dataset / "pages").glob("*.html.gz")):
            try:
                html = gzip.decompress(path.read_bytes()).decode("utf-8")
            except UnicodeDecodeError:
                continue
            name = path.name.removesuffix(".html.gz")
            found[name] = agreement(texts.get(name, ""), original(html, lists))
        mean = sum(found.values()) / max(len(found), 1)
        print(f"{method}: {mean:.3f} over {len(found)} pages, {sum(f1 > 0.99 for f1 in found.values())} the same")
        for name, f1 in sorted(found.items(), key=lambda pair: pair[1])[:5]:
            print(f"  {f1:.3f} {name}")
        failed |= mean < args.least
    sys.exit(int(failed))


if __name__ == "__main__":
    main()
