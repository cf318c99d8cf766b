"""Arrow in, Arrow out: pyarrow, polars, duckdb."""

from __future__ import annotations

import leafmill
import pytest
from leafmill import _leafmill
from leafmill.extractor import Options

pa = pytest.importorskip("pyarrow")


@pytest.mark.parametrize(
    "of_type", ["string", "large_string", "string_view", "binary", "large_binary", "binary_view"]
)
def test_every_type_of_strings_and_bytes(
    pages: list[bytes], texts: list[str], of_type: str
) -> None:
    values = texts[:6] if "string" in of_type else pages[:6]
    column = pa.array([*values, None], getattr(pa, of_type)())
    table = pa.table({"id": range(7), "html": column})
    out = pa.table(leafmill.extract_arrow(table))
    assert out.column_names == ["id", "text", "status"]
    assert out["text"].to_pylist() == [*map(leafmill.extract, values), None]
    assert out["status"].to_pylist()[-1] is None and out["id"].to_pylist() == list(range(7))


def test_batches_stay_batches_and_are_made_one_by_one(pages: list[bytes]) -> None:
    read = 0

    def batches() -> object:
        nonlocal read
        for page in pages[:5]:
            read += 1
            yield pa.record_batch({"page": [page]})

    stream = pa.RecordBatchReader.from_batches(pa.schema({"page": pa.binary()}), batches())
    out = pa.RecordBatchReader.from_stream(leafmill.extract_arrow(stream, column="page"))
    assert read == 0
    assert out.read_next_batch()["text"].to_pylist() == [leafmill.extract(pages[0])]
    assert read == 1
    assert len(out.read_all()) == 4


def test_a_batch_whose_strings_are_too_long_becomes_several() -> None:
    mill = _leafmill.Extractor("all", Options())
    pages = ["<p>aaaa", "<p>bbbb", None, "<p>cccc", "<p>dd", ""]
    table = pa.table({"id": range(6), "html": pages})
    # A row has the bytes of its text and of its status.
    found = mill.extract_arrow(table, "html", "text", None, 1, most=14)
    batches = list(pa.RecordBatchReader.from_stream(found))
    assert [len(batch) for batch in batches] == [3, 2, 1]
    whole = pa.table(mill.extract_arrow(table, "html", "text", None, 1))
    assert pa.Table.from_batches(batches).to_pylist() == whole.to_pylist()
    assert whole.schema.field("text").type == pa.string()


def test_a_text_that_no_batch_has_room_for_is_an_error_unless_the_strings_are_large() -> None:
    mill = _leafmill.Extractor("all", Options())
    page = pa.array(["<p>It ran dry in May."])
    with pytest.raises(pa.ArrowInvalid, match="has 18 bytes.* as large_string"):
        pa.table(mill.extract_arrow(pa.table([page], ["html"]), "html", "text", None, 1, most=10))
    large = pa.table([page.cast(pa.large_string())], ["html"])
    [row] = pa.table(mill.extract_arrow(large, "html", "text", None, 1, most=10)).to_pylist()
    assert row["text"] == "It ran dry in May."


def test_the_columns_are_known_before_the_stream_is_read() -> None:
    table = pa.table({"id": [1], "html": ["<p>x"]})
    stream = leafmill.extract_arrow(table, method="all", format="html")
    names = ["id", "html", "status"]
    assert pa.schema(stream).names == stream.schema.names == names
    assert pa.table(stream).schema == stream.schema


def test_a_stream_is_read_once() -> None:
    stream = leafmill.extract_arrow(pa.table({"html": ["<p>x"]}))
    assert len(pa.table(stream)) == 1
    with pytest.raises(ValueError, match="read before"):
        pa.table(stream)


def test_what_is_no_column_of_pages_is_refused() -> None:
    table = pa.table({"n": [1], "html": ["<p>x"], "text": ["y"]})
    with pytest.raises(ValueError, match='no column "page"; there are n, html, text'):
        leafmill.extract_arrow(table, column="page")
    with pytest.raises(ValueError, match="pages are strings or binary"):
        leafmill.extract_arrow(table, column="n")
    with pytest.raises(ValueError, match='a column "text" already'):
        leafmill.extract_arrow(table)


def test_polars_goes_in_and_out(texts: list[str]) -> None:
    pl = pytest.importorskip("polars")
    frame = pl.DataFrame({"html": texts})
    out = pl.DataFrame(leafmill.extract_arrow(frame))
    assert out["text"].to_list() == leafmill.extract_batch(texts)


def test_duckdb_goes_in_and_out(texts: list[str]) -> None:
    duckdb = pytest.importorskip("duckdb")
    held = pa.table({"html": texts})
    relation = duckdb.sql("select html from held")
    out = pa.table(leafmill.extract_arrow(relation))
    assert out["text"].to_pylist() == leafmill.extract_batch(texts)
    stream = leafmill.extract_arrow(held)
    found = duckdb.sql("select text from stream").fetchall()
    assert [text for (text,) in found] == leafmill.extract_batch(texts)
