"""Archives: the program's rows, in order, damage told, memory flat."""

from __future__ import annotations

import gzip
import io
import logging
import zipfile
from pathlib import Path
from typing import Any

import leafmill
import pytest
from conftest import rows_of_program


def test_the_documents_are_the_programs_rows(
    archive: Path, rows: list[dict[str, Any]]
) -> None:
    for threads in (0, 1, 3):
        read = [document.to_dict() for document in leafmill.read(archive, threads=threads)]
        assert read == rows


@pytest.mark.parametrize(
    ("settings", "options"),
    [
        ({"status": "404,5xx"}, "--status 404,5xx"),
        ({"status": ["2xx"], "min_words": 150}, "--status 2xx --min-words 150"),
        ({"status": [404, "5xx"]}, "--status 404,5xx"),
        ({"status": 404}, "--status 404"),
        ({"url": ["*/news/*", "*.htm"]}, "--url */news/* --url *.htm"),
        ({"url": "https://*"}, "--url https://*"),
        ({"host": ["harbour-gazette.example", "boxroom.example"], "threads": 1},
         "--host harbour-gazette.example --host boxroom.example"),
        ({"with_links": "content"}, "--links content"),
        ({"with_links": "all", "keys": "url"}, "--links all --schema url,status"),
        ({"drop": "links,images", "keys": "markdown,html"},
         "--drop links,images --schema markdown,html,status"),
        ({"max_nodes": 90, "method": "all"}, "--max-nodes 90 --method all"),
        ({"max_depth": 16, "keys": "html"}, "--max-depth 16 --schema html,status"),
        ({"max_attributes": 0}, "--max-attributes 0"),
        ({"max_body": 3000}, "--max-body 3000"),
        ({"max_decoded": 3000}, "--max-decoded 3000"),
        ({"max_header": 400}, "--max-header 400"),
        ({"max_header_line": 60}, "--max-header-line 60"),
    ],
)
def test_settings_are_the_programs(
    settings: dict[str, Any], options: str, archive: Path, rows: list[dict[str, Any]]
) -> None:
    written = rows_of_program(archive, *options.split())
    read = [document.to_dict() for document in leafmill.read(archive, **settings)]
    assert read == written != rows


def test_pages_that_are_not_taken_leave_no_bodies_behind(archive: Path) -> None:
    [page] = leafmill.read(archive, host="boxroom.example", bodies=True)
    assert page.body is not None and b"boxroom" in page.body
    assert list(leafmill.read(archive, min_words=10_000, bodies=True)) == []


def test_a_file_object_is_read_as_a_file_is(archive: Path, rows: list[dict[str, Any]]) -> None:
    for stream in (archive.open("rb"), io.BytesIO(archive.read_bytes())):
        with stream:
            assert [d.text for d in leafmill.read(stream)] == [row["text"] for row in rows]
    with pytest.raises(ValueError, match="open it as 'rb'"):
        list(leafmill.read(io.StringIO("<p>x")))  # type: ignore[arg-type]


def test_what_a_file_object_raises_is_raised(archive: Path) -> None:
    class Broken(io.RawIOBase):
        def readable(self) -> bool:
            return True

        def read(self, size: int = -1) -> bytes:
            raise ConnectionError("gone")

    with pytest.raises(ConnectionError, match="gone"):
        list(leafmill.read(Broken()))  # type: ignore[arg-type]


def test_bodies_are_there_where_they_are_asked_for(archive: Path) -> None:
    with_body = next(leafmill.read(archive, bodies=True))
    assert with_body.body is not None and with_body.body.strip().startswith(b"<")
    assert leafmill.extract(with_body.body) == with_body.text
    assert next(leafmill.read(archive)).body is None


def test_damage_is_yielded_or_logged(
    archive: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    cut = tmp_path / "cut.warc.gz"
    cut.write_bytes(archive.read_bytes()[:60_000])
    found = list(leafmill.read(cut, damage=True))
    damage = [one for one in found if isinstance(one, leafmill.Damage)]
    assert [one.kind for one in damage] == ["truncated"] and damage[0].file == cut
    with caplog.at_level(logging.WARNING, "leafmill"):
        documents = list(leafmill.read(cut))
    assert len(documents) == len(found) - 1
    assert caplog.messages == [str(damage[0])]


def test_a_file_that_is_not_there_is_an_oserror() -> None:
    with pytest.raises(FileNotFoundError) as caught:
        leafmill.read("no/such.warc.gz").__next__()
    assert caught.value.filename == "no/such.warc.gz"


def test_parts_together_are_the_whole(archive: Path, rows: list[dict[str, Any]]) -> None:
    parts = leafmill.parts(archive, bytes=20_000)
    assert len(parts) > 2 and parts[0].start == 0
    assert [d.to_dict() for part in parts for d in leafmill.read(part)] == rows
    with pytest.raises(ValueError, match='no "b.warc.gz" in this file'):
        list(leafmill.read(parts[0]._replace(name="b.warc.gz")))


def test_parts_of_a_directory_are_called_as_the_whole_calls_them(
    archive: Path, tmp_path: Path
) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub/a.html").write_text("<p>It ran dry in May.")
    with zipfile.ZipFile(tmp_path / "sub/b.wacz", "w") as wacz:
        wacz.write(archive, "archive/1.warc.gz")
        wacz.write(archive, "archive/2.warc.gz")
    parts = leafmill.parts(tmp_path, bytes=50_000)
    assert len(parts) > 3
    read = [d for part in parts for d in leafmill.read(part)]
    assert read == list(leafmill.read(tmp_path)) and read[0].id == "sub/a"


def test_parts_of_an_address_are_ranges_of_it(archive: Path) -> None:
    pytest.importorskip("fsspec")
    address = f"file://{archive}"
    parts = leafmill.parts(address, bytes=20_000)
    assert len(parts) > 2
    read = [document for part in parts for document in leafmill.read(part)]
    assert read == list(leafmill.read(address)) and read[0].record["file"] == address
    offsets = [document.record["offset"] for document in leafmill.read(archive)]
    assert [document.record["offset"] for document in read] == offsets
    assert leafmill.parts("s3://bucket/page.html") == [
        leafmill.Part("s3://bucket/page.html", "s3://bucket/page.html", 0, 2**64 - 1)
    ]


def test_memory_does_not_grow_with_the_archive(archive: Path, tmp_path: Path) -> None:
    import resource

    large = tmp_path / "large.warc.gz"
    large.write_bytes(archive.read_bytes() * 30)
    for _ in leafmill.read(archive, threads=1):
        pass
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    pages = sum(1 for _ in leafmill.read(large, threads=1))
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert pages == 46 * 30
    # Kilobytes; the archive's pages are 1.5 times that unpacked.
    assert after - before < 64_000


def test_a_gzipped_page_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.html.gz").write_bytes(gzip.compress(b"<p>It ran dry in May."))
    [document] = leafmill.read(tmp_path, method="all")
    assert (document.id, document.text) == ("a", "It ran dry in May.")
