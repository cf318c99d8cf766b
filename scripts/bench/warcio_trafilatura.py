"""The usual pair: a WARC's pages as JSONL on standard output."""

import json
import logging
import sys

from trafilatura import extract
from warcio.archiveiterator import ArchiveIterator


def main(path):
    logging.disable(logging.CRITICAL)
    with open(path, "rb") as file:
        for record in ArchiveIterator(file):
            if record.rec_type == "response":
                url = record.rec_headers.get_header("WARC-Target-URI")
                row = {
                    "id": record.rec_headers.get_header("WARC-Record-ID"),
                    "url": url,
                    "text": extract(record.content_stream().read(), url=url) or "",
                }
                print(json.dumps(row, ensure_ascii=False))


if __name__ == "__main__":
    main(sys.argv[1])
