"""Tests fetch_datasets.py against mirrors on this machine: a small one, and one made of LEAFMILL_DATA."""

import contextlib
import functools
import hashlib
import io
import json
import os
import tempfile
import threading
import unittest
import unittest.mock
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import fetch_datasets as fetching

DATA = os.environ.get("LEAFMILL_DATA")
FILES = {"a.txt": b"one", "html/b c.gz": b"\x1f\x8b two", "html/d.gz": b""}


class QuietHandler(SimpleHTTPRequestHandler):
    """Serves files and remembers the paths; those in `broken` fail with 503 as often as it says."""

    asked = []
    broken = {}

    def do_GET(self):
        self.asked.append(self.path)
        if self.broken.get(self.path, 0):
            self.broken[self.path] -= 1
            self.send_error(503)
        else:
            super().do_GET()

    def log_message(self, *args):
        pass


@contextlib.contextmanager
def served(folder):
    """A loopback server over a folder; gives its base address."""
    QuietHandler.asked, QuietHandler.broken = [], {}
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(QuietHandler, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def quietly(call, *args):
    """Calls with standard output and error caught; returns the result and what was printed."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        return call(*args), out.getvalue()


class SmallMirror(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.mirror, self.into = Path(folder.name) / "mirror", Path(folder.name) / "datasets"
        for name, content in FILES.items():
            path = self.mirror / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        self.entries = [fetching.Entry(name, hashlib.sha256(content).hexdigest()) for name, content in FILES.items()]
        patch = unittest.mock.patch.object(fetching, "PAUSES_SECONDS", (0,))
        patch.start()
        self.addCleanup(patch.stop)

    def fetch(self, base):
        return quietly(fetching.fetch, "small", self.entries, base, self.into)

    def assert_complete(self):
        self.assertFalse((self.into / ".small.part").exists())
        for name, content in FILES.items():
            self.assertEqual((self.into / "small" / name).read_bytes(), content)

    def test_fetches_from_a_folder(self):
        self.fetch(self.mirror.as_uri())
        self.assert_complete()

    def test_fetches_over_http_and_tries_again_after_503(self):
        with served(self.mirror) as base:
            QuietHandler.broken["/a.txt"] = 1
            self.fetch(base)
            self.assertEqual(QuietHandler.asked.count("/a.txt"), 2)
        self.assert_complete()

    def test_a_missing_file_leaves_no_data_set_and_the_next_run_fetches_only_that(self):
        (self.mirror / "a.txt").unlink()
        with served(self.mirror) as base:
            with self.assertRaisesRegex(fetching.FetchError, r"1 files failed(.|\n)*a\.txt.*404"):
                self.fetch(base)
            self.assertFalse((self.into / "small").exists())
            (self.mirror / "a.txt").write_bytes(FILES["a.txt"])
            QuietHandler.asked.clear()
            self.fetch(base)
            self.assertEqual(QuietHandler.asked, ["/a.txt"])
        self.assert_complete()

    def test_changed_content_is_refused(self):
        (self.mirror / "a.txt").write_bytes(b"other")
        with self.assertRaisesRegex(fetching.FetchError, "5 bytes with another SHA-256"):
            self.fetch(self.mirror.as_uri())
        self.assertFalse((self.into / ".small.part/a.txt").exists())

    def test_a_file_cut_by_a_crash_is_fetched_again(self):
        (self.into / ".small.part").mkdir(parents=True)
        (self.into / ".small.part/a.txt").write_bytes(b"on")
        self.fetch(self.mirror.as_uri())
        self.assert_complete()

    def test_a_complete_data_set_is_left_alone(self):
        self.fetch(self.mirror.as_uri())
        _, printed = self.fetch("file:///nowhere")
        self.assertIn("complete, 3 files", printed)

    def test_a_changed_data_set_is_reported_and_kept(self):
        self.fetch(self.mirror.as_uri())
        (self.into / "small/a.txt").write_bytes(b"mine")
        with self.assertRaisesRegex(fetching.FetchError, "remove it and run again"):
            self.fetch(self.mirror.as_uri())
        self.assertEqual((self.into / "small/a.txt").read_bytes(), b"mine")

    def test_gives_up_when_nothing_can_be_had(self):
        self.entries = [fetching.Entry(f"{number}", "0" * 64) for number in range(200)]
        with self.assertRaisesRegex(fetching.FetchError, f"^{fetching.GIVE_UP} files failed"):
            self.fetch("file:///nowhere")


class Manifests(unittest.TestCase):
    def test_entries_are_sorted_and_well_formed(self):
        for name in fetching.ORIGINS:
            entries = fetching.read_manifest(fetching.MANIFESTS / f"{name}.sha256")
            self.assertEqual([entry.path for entry in entries], sorted({entry.path for entry in entries}))
            for entry in entries:
                self.assertRegex(entry.digest, r"^[0-9a-f]{64}$")
                self.assertNotRegex(entry.path, r"^/|\.\.")

    def test_wcxb_has_its_1358_pages_with_a_gold_each(self):
        entries = fetching.read_manifest(fetching.MANIFESTS / "wcxb-dev.sha256")
        paths = {entry.path for entry in entries}
        pages = {path[9:13] for path in paths if path.startswith("dev/html/")}
        expected = {f"dev/html/{page}.html.gz" for page in pages} | {f"dev/ground-truth/{page}.json" for page in pages}
        self.assertEqual(len(pages), 1358)
        self.assertEqual(paths, expected | {"LICENSE"})

    def test_addresses_are_pinned(self):
        for name, base in fetching.ORIGINS.items():
            self.assertRegex(base, r"^https://.*/[0-9a-f]{40}$")
            with unittest.mock.patch.dict(os.environ, {"LEAFMILL_MIRROR": "file:///m/"}):
                self.assertEqual(fetching.origin(name), f"file:///m/{name}")


class RealMirror(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if not DATA:
            print("skipped: LEAFMILL_DATA is not set")
            raise unittest.SkipTest("LEAFMILL_DATA is not set")

    def test_both_sets_come_over_whole(self):
        datasets = Path(DATA) / "datasets"
        with tempfile.TemporaryDirectory() as into, served(datasets) as base:
            with (
                unittest.mock.patch.dict(os.environ, {"LEAFMILL_MIRROR": base}),
                unittest.mock.patch("sys.argv", ["fetch_datasets.py", "--into", into]),
            ):
                code, printed = quietly(fetching.main)
            self.assertEqual(code, 0, printed)
            self.assertIn("wcxb-dev: done, 2717 files", printed)
            self.assertIn("scrapinghub: done, 184 files", printed)
            self.assertEqual(sorted(os.listdir(into)), ["scrapinghub", "wcxb-dev"])

    def test_the_manifest_is_what_the_metadata_labels_dev(self):
        metadata = json.loads((Path(DATA) / "datasets/wcxb-dev/metadata.json").read_text(encoding="utf-8"))
        labelled = {page for page, facts in metadata["files"].items() if facts["split"] == "dev"}
        entries = fetching.read_manifest(fetching.MANIFESTS / "wcxb-dev.sha256")
        self.assertEqual({Path(entry.path).stem for entry in entries if entry.path.endswith(".json")}, labelled)


if __name__ == "__main__":
    unittest.main()
