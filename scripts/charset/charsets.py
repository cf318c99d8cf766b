#!/usr/bin/env python3
"""Decodes pages that declare their encoding rightly, wrongly or not at all, with leafmill and two peers.

Usage: charsets.py LEAFMILL -o results/charset

36 texts (`texts.py`) times the declarations of `DECLARATIONS` make one WARC file. leafmill writes its text
with the method `all`; resiliparse and trafilatura are given the body with what it declares, as their users
would: resiliparse detects the encoding and parses the bytes, trafilatura decodes the file by itself.
A page is right if every sentence of its text comes out.
"""

import argparse
import io
import json
import os
import platform
import subprocess
import sys
import tempfile
from importlib import metadata
from pathlib import Path

from texts import cases

# What a page declares: by HTTP, and by its meta element. `right` stands for its own label.
DECLARATIONS = {
    "nothing": (None, None),
    "HTTP right": ("right", None),
    "meta right": (None, "right"),
    "HTTP utf-8, false": ("utf-8", None),
    "HTTP latin1, false": ("iso-8859-1", None),
    "HTTP utf-8, false; meta right": ("utf-8", "right"),
    "HTTP latin1, false; meta right": ("iso-8859-1", "right"),
    "HTTP right; meta utf-8, false": ("right", "utf-8"),
}


def page(sentences, codec, meta):
    charset = f'<meta charset="{meta}">' if meta else ""
    paragraphs = "".join(f"<p>{sentence}</p>" for sentence in sentences)
    return f"<!DOCTYPE html><html><head>{charset}<title>{sentences[0]}</title></head><body>{paragraphs}</body></html>".encode(codec)


def pages():
    for name, label, sentences, codec in cases():
        for declaration, (http, meta) in DECLARATIONS.items():
            http, meta = (label if said == "right" else said for said in (http, meta))
            yield name, declaration, sentences, http, page(sentences, codec, meta)


def record(number, http, body):
    content_type = "text/html" + (f"; charset={http}" if http else "")
    message = f"HTTP/1.1 200 OK\r\nContent-Type: {content_type}\r\n\r\n".encode() + body
    head = (
        f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:charset:{number}>\r\n"
        f"WARC-Target-URI: http://example.org/{number}\r\nContent-Type: application/http; msgtype=response\r\n"
        f"Content-Length: {len(message)}\r\n\r\n"
    )
    return head.encode() + message + b"\r\n\r\n"


def leafmill(program, all_pages):
    with tempfile.TemporaryDirectory() as folder:
        warc, out = Path(folder, "in.warc"), Path(folder, "out.jsonl")
        warc.write_bytes(b"".join(record(n, http, body) for n, (*_, http, body) in enumerate(all_pages)))
        subprocess.run([program, "extract", warc, "-o", out, "--method", "all"], check=True, capture_output=True)
        return [json.loads(line)["text"] for line in out.open(encoding="utf-8")]


def resiliparse(http, body):
    from resiliparse.extract.html2text import extract_plain_text
    from resiliparse.parse.encoding import detect_encoding
    from resiliparse.parse.html import HTMLTree

    encoding = http or detect_encoding(body, html5_compatible=True, from_html_meta=True)
    return extract_plain_text(HTMLTree.parse_from_bytes(body, encoding or "utf-8"), main_content=False)


def resiliparse_detecting(_http, body):
    from resiliparse.extract.html2text import extract_plain_text
    from resiliparse.parse.encoding import detect_encoding
    from resiliparse.parse.html import HTMLTree

    encoding = detect_encoding(body, html5_compatible=True, from_html_meta=True)
    return extract_plain_text(HTMLTree.parse_from_bytes(body, encoding or "utf-8"), main_content=False)


def trafilatura(_http, body):
    from trafilatura import html2txt
    from trafilatura.utils import decode_file

    return html2txt(decode_file(body)) or ""


def is_right(text, sentences):
    squeezed = "".join(text.split())
    return all("".join(sentence.split()) in squeezed for sentence in sentences)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("leafmill")
    parser.add_argument("-o", "--output", type=Path, required=True)
    args = parser.parse_args()
    all_pages = list(pages())
    peers = {
        "resiliparse, HTTP believed": resiliparse,
        "resiliparse, detecting": resiliparse_detecting,
        "trafilatura": trafilatura,
    }
    texts = {"leafmill": leafmill(args.leafmill, all_pages)}
    texts |= {name: [peer(http, body) for *_, http, body in all_pages] for name, peer in peers.items()}
    wrong = {name: {declaration: [] for declaration in DECLARATIONS} for name in texts}
    for number, (name, declaration, sentences, _, _) in enumerate(all_pages):
        for program, of_program in texts.items():
            if not is_right(of_program[number], sentences):
                wrong[program][declaration].append(name)
    count = len(all_pages) // len(DECLARATIONS)
    out = io.StringIO()
    out.write(f"Texts of {count} that come out wrong, by what their pages declare.\n\n")
    out.write("| declared | " + " | ".join(texts) + " |\n|---|" + "---:|" * len(texts) + "\n")
    for declaration in DECLARATIONS:
        cells = " | ".join(str(len(wrong[program][declaration])) for program in texts)
        out.write(f"| {declaration} | {cells} |\n")
    out.write("\nWrong in leafmill:\n\n")
    named = [f"- {declaration}: {', '.join(names)}\n" for declaration, names in wrong["leafmill"].items() if names]
    out.write("".join(named) or "- none\n")
    args.output.mkdir(parents=True, exist_ok=True)
    (args.output / "summary.md").write_text(out.getvalue(), encoding="utf-8")
    run = {
        "leafmill": os.environ.get("LEAFMILL_COMMIT", "unknown"),
        "peers": {name: metadata.version(name) for name in ("Resiliparse", "trafilatura")},
        "python": platform.python_version(),
        "wrong": wrong,
    }
    (args.output / "run.json").write_text(json.dumps(run, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    sys.stdout.write(out.getvalue())


if __name__ == "__main__":
    main()
