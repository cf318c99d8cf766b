"""polars: a column of pages as a column of their content.

>>> import polars as pl
>>> import leafmill.polars
>>> pages = pl.DataFrame({"html": ["<p>It ran dry in May.", None]})
>>> pages.select(pl.col("html").leafmill.extract(method="all"))["html"].to_list()
['It ran dry in May.', None]

The expression hands a chunk of the column over as it lies in memory, once, and pages are read without the
interpreter's lock; it works in lazy and streaming queries too. So there is no plugin of polars' own, which would
be compiled against one version of it, to save that one call.
"""

from __future__ import annotations

from typing import Any

import polars as pl

from .arguments import Format
from .extractor import Extractor

__all__ = ["Leafmill", "extract"]


def extract(
    pages: pl.Expr,
    *,
    method: str = "grain",
    format: Format = "text",
    max_ms: int | None = None,
    threads: int = 0,
    visible_only: bool = False,
    **settings: Any,
) -> pl.Expr:
    """The content of a column of pages (strings or binary), by the arguments of :func:`leafmill.extract`."""
    extractor = Extractor(method, visible_only=visible_only, **settings)

    def texts(column: pl.Series) -> pl.Series:
        table = column.to_frame("html")
        stream = extractor.extract_arrow(table, threads=threads, format=format, max_ms=max_ms)
        try:
            made = pl.DataFrame(stream)
        except pl.exceptions.ComputeError as error:
            # What comes through a stream is an error's text, and Ctrl-C is to stop more than the query.
            raise (stream.raised or error) from None
        return made[format].alias(column.name)

    return pages.map_batches(texts, return_dtype=pl.String, is_elementwise=True)


@pl.api.register_expr_namespace("leafmill")
class Leafmill:
    """``pl.col("html").leafmill.extract()``."""

    def __init__(self, pages: pl.Expr) -> None:
        self._pages = pages

    def extract(
        self,
        *,
        method: str = "grain",
        format: Format = "text",
        max_ms: int | None = None,
        threads: int = 0,
        visible_only: bool = False,
        **settings: Any,
    ) -> pl.Expr:
        """As :func:`extract`."""
        return extract(
            self._pages,
            method=method,
            format=format,
            max_ms=max_ms,
            threads=threads,
            visible_only=visible_only,
            **settings,
        )
