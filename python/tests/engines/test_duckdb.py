from __future__ import annotations

import doctest

import leafmill
import pytest

duckdb = pytest.importorskip("duckdb")
pa = pytest.importorskip("pyarrow")
import leafmill.duckdb  # noqa: E402


@pytest.mark.parametrize("column", ["BLOB", "VARCHAR"])
def test_a_function_of_sql(
    captured: dict[str, bytes], texts: dict[str, str], column: str
) -> None:
    connection = duckdb.connect()
    leafmill.duckdb.register(connection, column=column)
    values: list[bytes] | list[str] = list(captured.values())
    expected = texts
    if column == "VARCHAR":
        values = [page.decode("utf-8", "replace") for page in captured.values()]
        made = leafmill.extract_batch(values)
        expected = dict(zip(captured, made, strict=True))
    connection.register("pages", pa.table({"id": list(captured), "html": values}))
    found = connection.sql("select id, main_content(html) as text from pages").fetchall()
    assert dict(found) == expected


def test_a_null_stays_null_and_markdown_is_made() -> None:
    connection = duckdb.connect()
    leafmill.duckdb.register(connection, "as_markdown", method="all", format="markdown")
    made = connection.sql(
        "select as_markdown(html) from (values ('<h1>Mills</h1>'), (null)) as pages(html)"
    )
    assert made.fetchall() == [("# Mills",), (None,)]


def test_a_name_may_be_registered_again() -> None:
    connection = duckdb.connect()
    page = "<h1>Mills</h1>"
    for format, made in [("text", "Mills"), ("markdown", "# Mills")]:
        leafmill.duckdb.register(connection, method="all", format=format)
        assert connection.execute("select main_content(?)", [page]).fetchall() == [(made,)]


def test_docstrings() -> None:
    assert doctest.testmod(leafmill.duckdb).failed == 0
