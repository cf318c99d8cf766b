"""Fundus' test pages as a data set of leafmill's own layout, since their gold lies in the publishers' files."""

import html
import json
import re
import shutil


def is_fundus(root):
    """Whether a directory has a directory a country, with a file of gold a publisher."""
    return any(root.glob("*/*.info"))


def converted(root, folder):
    """The data set in the own layout, made anew below `folder`; its kind of page is the country."""
    out = folder / root.name
    shutil.rmtree(out, ignore_errors=True)
    (out / "pages").mkdir(parents=True)
    with open(out / "gold.jsonl", "w", encoding="utf-8") as rows:
        for path in sorted(root.glob("*/*.json")):
            country, publisher = path.parent.name, path.stem
            golds = json.loads(path.read_text(encoding="utf-8"))
            infos = json.loads(path.with_suffix(".info").read_text(encoding="utf-8"))
            pages = sorted(path.parent.glob(f"{publisher}_*.html.gz"))
            versions = sorted(golds, key=lambda name: [int(number) for number in re.findall(r"\d+", name)])
            for version, page in zip(versions, pages):
                name = f"{country}-{page.name.removesuffix('.html.gz')}"
                shutil.copyfile(page, out / "pages" / f"{name}.html.gz")
                print(json.dumps(row(name, country, golds[version], address(infos, page))), file=rows)
    return out


def address(infos, page):
    """The address of a page, from its publisher's .info."""
    info = infos.get(page.name) or infos.get(page.name.removesuffix(".gz")) or {}
    return info.get("url") if isinstance(info, dict) else None


def row(name, country, gold, url):
    body = gold.get("body") or {}
    parts = list(body.get("summary") or [])
    for section in body.get("sections") or []:
        parts += [*(section.get("headline") or []), *(section.get("paragraphs") or [])]
    about = {"title": gold.get("title"), "author": gold.get("authors"), "date": gold.get("publishing_date")}
    text = "\n".join(html.unescape(part) for part in parts)
    return {"id": name, "url": url, "kind": country, "text": text, "about": about}
