"""The fastest pair that a user can pick elsewhere: a WARC's pages as JSONL on standard output."""

import json
import sys

from fastwarc.warc import ArchiveIterator, WarcRecordType
from resiliparse.extract.html2text import extract_plain_text
from resiliparse.parse.encoding import bytes_to_str, detect_encoding


def main(path):
    for record in ArchiveIterator(path, record_types=WarcRecordType.response, parse_http=True):
        body = record.reader.read()
        charset = record.http_charset or detect_encoding(body, from_html_meta=True)
        html = bytes_to_str(body, charset)
        text = extract_plain_text(html, main_content=True, preserve_formatting=False)
        row = {"id": record.record_id, "url": record.headers.get("WARC-Target-URI"), "text": text}
        print(json.dumps(row, ensure_ascii=False))


if __name__ == "__main__":
    main(sys.argv[1])
