"""One rule from bytes to text for all peers, so that what is compared is extraction.

In this order: a byte order mark; the charset that the page declares in its first 1,024 bytes; UTF-8
where the bytes are valid UTF-8; what charset-normalizer makes of the first 64 kB; else
Windows-1252. Labels mean what they mean to a browser (gb2312 is gb18030). Bytes that fit no
character become U+FFFD. A declared UTF-16 without a mark is read as UTF-8, since the declaration
itself could be read. HTTP heads are not part of the data sets.
"""

import codecs
import re

MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
DECLARED = re.compile(rb"<(?:meta|\?xml)[^>]*?(?:charset|encoding)\s*=\s*[\"']?\s*([\w.:-]+)", re.IGNORECASE)
PRESCAN = 1024
DETECT = 1 << 16

# Python's codecs by these names are narrower than what browsers, and so authors, take them for.
WIDER = {
    "ascii": "cp1252",
    "big5": "big5hkscs",
    "euc_kr": "cp949",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "iso8859-1": "cp1252",
    "iso8859-9": "cp1254",
    "shift_jis": "cp932",
    "utf-16": "utf-8",
    "utf-16-be": "utf-8",
    "utf-16-le": "utf-8",
}


def decode(body):
    """The text of a page's bytes."""
    for mark, charset in MARKS:
        if body.startswith(mark):
            return body[len(mark) :].decode(charset, "replace")
    charset = declared(body) or detected(body)
    return body.decode(charset, "replace")


def declared(body):
    """The codec that the page names in its head, if Python knows it."""
    found = DECLARED.search(body[:PRESCAN])
    if not found:
        return None
    try:
        name = codecs.lookup(found[1].decode("ascii", "replace")).name
    except LookupError:
        return None
    return WIDER.get(name, name)


def detected(body):
    """The codec of a page that names none."""
    try:
        body.decode("utf-8")
    except UnicodeDecodeError:
        from charset_normalizer import from_bytes  # in the peers' environment only

        best = from_bytes(body[:DETECT]).best()
        return WIDER.get(best.encoding, best.encoding) if best else "cp1252"
    return "utf-8"
