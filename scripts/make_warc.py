#!/usr/bin/env python3
"""Writes the HTML pages of a directory as one WARC, with warcio as the independent writer.

    "$(scripts/venv.sh)" scripts/make_warc.py datasets/sample -o datasets/sample/sample.warc.gz --vary-heads
    "$(scripts/venv.sh)" scripts/make_warc.py datasets/wcxb-dev -o wcxb.warc.gz

Pages are plain or gzipped HTML, found below DIR in the order of their ids (the path without
`.gz` and `.html`); the target addresses come from the data set's gold where it has them. The
result depends on the pages and the name of the output alone: record ids are UUIDs of version 5 of
the page ids, all dates are one fixed date, and each record is a gzip member of its own. (Other
versions of zlib may compress the same records to other bytes.)

Heads say `Content-Type: text/html` and no charset. With --vary-heads they go round four kinds, as
a crawl of many servers would have them: with the charset that the page itself declares, chunked,
HTTP/1.0 without a length, and gzip-encoded.
"""

import argparse
import gzip
import io
import json
import os
import re
import sys
import uuid
from pathlib import Path
from urllib.parse import quote

from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

DATE = "2025-06-01T00:00:00Z"
HTTP_DATE = "Sun, 01 Jun 2025 00:00:00 GMT"
SUFFIX = re.compile(r"\.html?(\.gz)?$")
META_CHARSET = re.compile(rb"<meta[^>]*?charset\s*=\s*[\"']?\s*([\w-]+)", re.IGNORECASE)
# Where a page declares its charset at all, it does so early: the standard's prescan reads as much.
PRESCAN = 1024
CHUNK = 4096


def main():
    """Parses the arguments, writes the WARC beside its final name and renames it."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("dir", type=Path, help="data set or any directory of HTML files")
    parser.add_argument("-o", "--output", type=Path, required=True, help="the .warc.gz to write")
    parser.add_argument("--vary-heads", action="store_true", help="go round four kinds of HTTP heads")
    args = parser.parse_args()
    pages = find_pages(args.dir)
    if not pages:
        sys.exit(f"no HTML files below {args.dir}")
    part = args.output.with_name(args.output.name + ".part")
    with open(part, "wb") as out:
        write_warc(out, args.output.name, pages, addresses(args.dir), args.vary_heads)
    os.replace(part, args.output)
    print(f"{len(pages)} pages, {args.output.stat().st_size} bytes: {args.output}")


def find_pages(root):
    """(id, path) of every HTML file, sorted by id; only a data set's page folder counts."""
    folders = [root / name for name in ("pages", "dev/html", "html", "original")]
    base = next((folder for folder in folders if folder.is_dir()), root)
    files = (path for path in base.rglob("*") if path.is_file() and SUFFIX.search(path.name))
    return sorted((SUFFIX.sub("", path.relative_to(base).as_posix()), path) for path in files)


def addresses(root):
    """Page id to address, from the gold of our own form, of WCXB or of the Scrapinghub set."""
    found = {}
    if (root / "gold.jsonl").is_file():
        with open(root / "gold.jsonl", encoding="utf-8") as lines:
            for line in lines:
                gold = json.loads(line)
                found[gold["id"]] = gold.get("url")
    if (root / "ground-truth.json").is_file():
        golds = json.loads((root / "ground-truth.json").read_text(encoding="utf-8"))
        found.update((name, gold.get("url")) for name, gold in golds.items())
    for folder in (root / "dev/ground-truth", root / "ground-truth"):
        for path in folder.glob("*.json"):
            found[path.stem] = json.loads(path.read_text(encoding="utf-8")).get("url")
    return found


def write_warc(out, name, pages, urls, vary):
    """Writes a warcinfo record and one response record a page."""
    writer = WARCWriter(out, gzip=True, warc_version="1.1")
    info = f"software: make_warc.py with warcio\r\nformat: WARC File Format 1.1\r\nisPartOf: {name}\r\n"
    writer.write_record(
        writer.create_warc_record(
            "",
            "warcinfo",
            payload=io.BytesIO(info.encode()),
            length=len(info),
            warc_headers_dict={"WARC-Record-ID": record_id(name), "WARC-Date": DATE, "WARC-Filename": name},
        )
    )
    for index, (page, path) in enumerate(pages):
        body = path.read_bytes()
        if path.suffix == ".gz":
            body = gzip.decompress(body)
        style = STYLES[index % len(STYLES)] if vary else plain
        head, payload = style(body)
        writer.write_record(
            writer.create_warc_record(
                header_safe(urls.get(page) or f"https://unknown.example/{quote(page)}"),
                "response",
                payload=io.BytesIO(payload),
                length=len(payload),
                http_headers=head,
                warc_headers_dict={"WARC-Record-ID": record_id(page), "WARC-Date": DATE},
            )
        )


def record_id(name):
    """The record id that belongs to a page id."""
    return f"<urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, name)}>"


def header_safe(url):
    """An address without the white space and control characters that would end a header line."""
    return re.sub(r"[\x00-\x20\x7f]", lambda found: quote(found[0]), url.strip())


def head(protocol, *fields):
    """A 200 head with the fields every server sends, then the given ones."""
    return StatusAndHeaders("200 OK", [("Date", HTTP_DATE), *fields], protocol=protocol)


def plain(body):
    """The barest head: a type, a length, no charset."""
    return head("HTTP/1.1", ("Content-Type", "text/html"), ("Content-Length", str(len(body)))), body


def with_charset(body):
    """The page's own declaration repeated in the head, with the usual caching fields."""
    declared = META_CHARSET.search(body[:PRESCAN])
    kind = f"text/html; charset={declared[1].decode()}" if declared else "text/html"
    fields = [
        ("Server", "nginx/1.24.0"),
        ("Content-Type", kind),
        ("Content-Length", str(len(body))),
        ("Connection", "keep-alive"),
        ("Cache-Control", "public, max-age=300"),
        ("Vary", "Accept-Encoding"),
        ("X-Frame-Options", "SAMEORIGIN"),
    ]
    return head("HTTP/1.1", *fields), body


def chunked(body):
    """The body in chunks, as it went over the wire."""
    fields = [
        ("Server", "Apache/2.4.58 (Unix)"),
        ("Content-Type", "text/html"),
        ("Transfer-Encoding", "chunked"),
        ("Set-Cookie", "visit=1; path=/; HttpOnly"),
    ]
    pieces = [body[at : at + CHUNK] for at in range(0, len(body), CHUNK)]
    wire = b"".join(b"%x\r\n%b\r\n" % (len(piece), piece) for piece in pieces)
    return head("HTTP/1.1", *fields), wire + b"0\r\n\r\n"


def old_server(body):
    """HTTP/1.0 of the late nineties: no length, the connection's end ends the body."""
    fields = [("Server", "Apache/1.3.9 (Unix)"), ("Connection", "close"), ("Content-type", "text/html")]
    return head("HTTP/1.0", *fields), body


def gzipped(body):
    """The body gzip-encoded, as asked for by most crawlers."""
    packed = gzip.compress(body, compresslevel=9, mtime=0)
    fields = [
        ("Server", "edge"),
        ("Content-Type", "text/html"),
        ("Content-Encoding", "gzip"),
        ("Content-Length", str(len(packed))),
        ("ETag", f'W/"{len(body):x}"'),
    ]
    return head("HTTP/1.1", *fields), packed


STYLES = (with_charset, chunked, old_server, gzipped)


if __name__ == "__main__":
    main()
