"""Tests make_warc.py on small directories; needs warcio (scripts/venv.sh)."""

import gzip
import io
import json
import tempfile
import unittest
from pathlib import Path

try:
    import make_warc
    from warcio.archiveiterator import ArchiveIterator
except ImportError:
    make_warc = None

PAGES = {"a": b"<meta charset=koi8-r>one", "b": b"two" * 4000, "c": b"", "d/e": b"four"}


class MakeWarc(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if not make_warc:
            print("skipped: warcio is not installed (scripts/venv.sh)")
            raise unittest.SkipTest("warcio is not installed")

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)

    def write_pages(self, base):
        (base / "d").mkdir(parents=True)
        for name, body in PAGES.items():
            (base / f"{name}.html.gz").write_bytes(gzip.compress(body))
        (base / "notes.txt").write_text("no page")

    def build(self, vary):
        out = io.BytesIO()
        make_warc.write_warc(out, "x.warc.gz", make_warc.find_pages(self.root), make_warc.addresses(self.root), vary)
        return out.getvalue()

    def responses(self, vary):
        return [
            (record.rec_headers["WARC-Target-URI"], dict(record.http_headers.headers), record.content_stream().read())
            for record in ArchiveIterator(io.BytesIO(self.build(vary)))
            if record.rec_type == "response"
        ]

    def test_every_page_is_a_record_in_the_order_of_ids(self):
        self.write_pages(self.root)
        found = self.responses(vary=False)
        self.assertEqual([body for _, _, body in found], list(PAGES.values()))
        self.assertEqual(found[3][0], "https://unknown.example/d/e")
        self.assertEqual({head["Content-Type"] for _, head, _ in found}, {"text/html"})

    def test_varied_heads_carry_the_same_bodies(self):
        self.write_pages(self.root)
        found = self.responses(vary=True)
        self.assertEqual([body for _, _, body in found], list(PAGES.values()))
        self.assertEqual(found[0][1]["Content-Type"], "text/html; charset=koi8-r")
        self.assertEqual(found[1][1]["Transfer-Encoding"], "chunked")
        self.assertNotIn("Content-Length", found[2][1])
        self.assertEqual(found[3][1]["Content-Encoding"], "gzip")

    def test_the_same_pages_give_the_same_bytes(self):
        self.write_pages(self.root)
        self.assertEqual(self.build(vary=True), self.build(vary=True))

    def test_addresses_come_from_the_gold(self):
        self.write_pages(self.root / "dev/html")
        gold = self.root / "dev/ground-truth/a.json"
        gold.parent.mkdir()
        gold.write_text(json.dumps({"url": "https://a.example/x y\r\nEvil: 1"}))
        self.assertEqual(self.responses(vary=False)[0][0], "https://a.example/x%20y%0D%0AEvil:%201")


if __name__ == "__main__":
    unittest.main()
