"""The golds of a data set, whatever its layout; it is recognised by what it holds.

Our own (`gold.jsonl`), WCXB (`ground-truth/*.json`, also under `dev/`), cwce (`cleaned/*.txt`),
Scrapinghub (`ground-truth.json`), trafilatura (`evaldata.json`), CleanEval (`GoldStandard/*.txt`),
DAnIEL (`reference/*` beside `doc_lg.json`) and Fundus (`*/*.info`).
"""

import html
import json
import re
from typing import NamedTuple

MARK = re.compile(r"</?[phl]>")


class Gold(NamedTuple):
    """The main content of a page and, where the data set has them, its kind and snippets."""

    text: str
    kind: str | None
    required: tuple = ()
    forbidden: tuple = ()


def read_golds(root):
    """Page id to gold, whatever the layout."""
    if (root / "gold.jsonl").is_file():
        return read_own(root / "gold.jsonl")
    for folder in (root / "dev/ground-truth", root / "ground-truth"):
        if folder.is_dir():
            return {path.stem: read_wcxb(path) for path in sorted(folder.glob("*.json"))}
    if (root / "cleaned").is_dir():
        return {
            path.stem: Gold(path.read_text(encoding="utf-8", errors="replace"), None)
            for path in sorted((root / "cleaned").glob("*.txt"))
        }
    if (root / "ground-truth.json").is_file():
        rows = json.loads((root / "ground-truth.json").read_text(encoding="utf-8"))
        return {page: Gold(row.get("articleBody", ""), None) for page, row in rows.items()}
    if (root / "evaldata.json").is_file():
        rows = json.loads((root / "evaldata.json").read_text(encoding="utf-8")).values()
        return {re.sub(r"\.html?$", "", row["file"]): snippet_gold(row) for row in rows}
    if (root / "GoldStandard").is_dir():
        return {path.stem: read_cleaneval(path) for path in sorted((root / "GoldStandard").glob("*.txt"))}
    if (root / "doc_lg.json").is_file():
        texts = ((path.name, path.read_text(encoding="utf-8")) for path in sorted((root / "reference").iterdir()))
        return {page: Gold(untagged(text), None) for page, text in texts}
    if any(root.glob("*/*.info")):
        return read_fundus(root)
    known = "our own form, WCXB, cwce, Scrapinghub, trafilatura, CleanEval, DAnIEL, Fundus"
    raise ValueError(f"{root} is no data set known here ({known})")


def snippet_gold(row, text="", kind=None):
    """A gold with the snippets that trafilatura and WCXB call `with` and `without`."""
    return Gold(text, kind, tuple(row.get("with") or ()), tuple(row.get("without") or ()))


def read_own(path):
    """The gold of our own form."""
    with open(path, encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return {
        row["id"]: Gold(row.get("text", ""), row.get("kind"), tuple(row.get("required", ())), tuple(row.get("forbidden", ())))
        for row in rows
    }


def read_wcxb(path):
    """One page's gold of WCXB; a few have no main content at all."""
    data = json.loads(path.read_text(encoding="utf-8"))
    text = data["ground_truth"].get("main_content") or ""
    return snippet_gold(data["ground_truth"], text, data.get("_internal", {}).get("page_type", {}).get("primary"))


def read_cleaneval(path):
    """One page's gold of CleanEval: no line that names the address, no marks of paragraphs."""
    raw = path.read_bytes()
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = raw.decode("cp1252", errors="replace")
    return Gold(untagged(re.sub(r"\A\s*URL:.*\n", "", text)), None)


def untagged(text):
    """A text without marks of paragraphs, entities decoded."""
    return html.unescape(MARK.sub("", text))


def read_fundus(root):
    """The golds of Fundus' parser tests: a parser version a page, both in order."""
    golds = {}
    for path in sorted(root.glob("*/*.json")):
        versions = json.loads(path.read_text(encoding="utf-8"))
        versions = sorted(versions.items(), key=lambda item: [int(n) for n in re.findall(r"\d+", item[0])])
        dated = re.compile(re.escape(path.stem) + r"_[\d_]+\.html(\.gz)?")
        pages = sorted(file for file in path.parent.iterdir() if dated.fullmatch(file.name))
        if len(pages) != len(versions):
            continue
        for page, (_, truth) in zip(pages, versions):
            body = truth.get("body") or {"summary": [], "sections": []}
            lines = [*body["summary"]]
            for section in body["sections"]:
                lines += [*section["headline"], *section["paragraphs"]]
            name = page.name.split(".html")[0]
            golds[f"{path.parent.name}/{name}"] = Gold("\n".join(lines), "article")
    return golds
