"""Reads the responses of a WARC with FastWARC or warcio: a line of JSON each, its id and the digest of
its content, and at last what was raised.

    python read_records.py fastwarc|warcio FILE
"""

import hashlib
import json
import sys


def fastwarc(path):
    from fastwarc.warc import ArchiveIterator, WarcRecordType

    for record in ArchiveIterator(open(path, "rb"), record_types=WarcRecordType.response, parse_http=False):
        yield record.record_id, record.reader.read()


def warcio(path):
    from warcio.archiveiterator import ArchiveIterator

    with open(path, "rb") as stream:
        for record in ArchiveIterator(stream, no_record_parse=True):
            if record.rec_type == "response":
                yield record.rec_headers.get_header("WARC-Record-ID"), record.raw_stream.read()


def main(reader, path):
    said = "nothing"
    try:
        for record_id, content in {"fastwarc": fastwarc, "warcio": warcio}[reader](path):
            print(json.dumps([record_id.strip("<>"), hashlib.sha1(content).hexdigest()]))
    except Exception as error:  # whatever a reader raises ends its reading
        said = type(error).__name__
    print(json.dumps(said))


if __name__ == "__main__":
    main(*sys.argv[1:])
