from __future__ import annotations

import doctest

import leafmill
import pytest

pl = pytest.importorskip("polars")
import leafmill.polars  # noqa: E402


def test_an_expression(captured: dict[str, bytes], texts: dict[str, str]) -> None:
    frame = pl.DataFrame({"id": list(captured), "html": list(captured.values())})
    made = frame.lazy().with_columns(pl.col("html").leafmill.extract().alias("text")).collect()
    assert dict(zip(made["id"], made["text"], strict=True)) == texts
    by_function = frame.select(leafmill.polars.extract(pl.col("html"), method="all"))
    assert by_function["html"].to_list() == [
        leafmill.extract(page, method="all") for page in captured.values()
    ]


def test_a_stream_and_groups(captured: dict[str, bytes], texts: dict[str, str]) -> None:
    pages = pl.LazyFrame({"id": list(captured), "html": list(captured.values())})
    made = pages.select("id", pl.col("html").leafmill.extract()).collect(engine="streaming")
    assert dict(zip(made["id"], made["html"], strict=True)) == texts
    longest = pages.group_by(pl.col("id").str.len_chars() % 2).agg(
        pl.col("html").leafmill.extract().str.len_chars().max()
    )
    assert longest.collect()["html"].max() == max(map(len, texts.values()))


def test_bad_settings_are_refused_at_once() -> None:
    with pytest.raises(ValueError, match="no method `wo`"):
        pl.col("html").leafmill.extract(method="wo")


def test_docstrings() -> None:
    assert doctest.testmod(leafmill.polars).failed == 0
