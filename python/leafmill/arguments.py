"""What callers say: its types, and what is said to those who pass another."""

from __future__ import annotations

import operator
import os
from collections.abc import Iterable, Sequence
from typing import Any, Literal, TypeAlias

Page: TypeAlias = str | bytes | bytearray
"""A page: its text, or its bytes as they were captured."""

Format: TypeAlias = Literal["text", "markdown", "html", "xml", "tei"]
"""How content is written."""

Setting: TypeAlias = str | int | float | bool | os.PathLike[str] | Sequence[str]
"""The value of a setting; ``True`` and ``False`` are a spec's ``on`` and ``off``."""

Keys: TypeAlias = str | Sequence[str]
"""The keys of a document, as ``leafmill extract --schema`` takes them."""

Names: TypeAlias = str | Sequence[str]
"""Names, as the program takes them, separated by commas, or each for itself."""

Statuses: TypeAlias = int | str | Sequence[int | str]
"""HTTP statuses: codes, and patterns such as ``2xx``."""

Links: TypeAlias = Literal["content", "all"]
"""Which links documents have: those in the content, or every link of the page."""


def whole(name: str, value: int) -> int:
    """A whole number.

    >>> whole("threads", -1)
    Traceback (most recent call last):
    ...
    ValueError: threads is -1; it is 0 or more
    """
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{name} is a whole number, not {type(value).__name__}")
    number = operator.index(value)
    if not 0 <= number < 1 << 64:
        raise ValueError(f"{name} is {number}; it is 0 or more" + ", of 64 bits" * (number > 0))
    return number


def maybe_whole(name: str, value: int | None) -> int | None:
    """A whole number, where there is one."""
    return None if value is None else whole(name, value)


def flag(name: str, value: bool) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise TypeError(f"{name} is True or False, not {type(value).__name__}")
    return value


def each(name: str, given: str | Sequence[str]) -> tuple[str, ...]:
    """One text or several.

    >>> each("url", "*/news/*"), each("url", ["*/news/*", "*.htm"])
    (('*/news/*',), ('*/news/*', '*.htm'))
    """
    return tuple(_text(name, one) for one in _several(name, given))


def names(name: str, given: Statuses) -> tuple[str, ...]:
    """Names, each for itself.

    >>> names("drop", "links,images"), names("status", [200, "4xx"])
    (('links', 'images'), ('200', '4xx'))
    """
    if isinstance(given, str):
        return tuple(filter(None, given.split(",")))
    several = _several(name, given)
    return tuple(str(one) if isinstance(one, int) else _text(name, one) for one in several)


def _several(name: str, given: Statuses) -> Iterable[Any]:
    if isinstance(given, str | int):
        return [given]
    if isinstance(given, bytes) or not isinstance(given, Iterable):
        raise TypeError(f"{name} is a str or several, not {type(given).__name__}")
    return given


def listed(keys: Keys | None) -> str | None:
    """The keys as the program takes them."""
    # A document always says how its page fared.
    return None if keys is None else ",".join([*each("keys", keys), "status"])


def spec(method: str, settings: dict[str, Setting]) -> str:
    """The spec of a method, itself a spec, with settings added.

    >>> spec("wu(paper)", {"window": 7, "smoothing": "literal"})
    'wu(paper,window=7,smoothing=literal)'
    """
    added = [f"{name}={_written(name, value)}" for name, value in settings.items()]
    name, _, rest = _text("method", method).strip().partition("(")
    if not added:
        return method
    inside = rest[:-1] if rest.endswith(")") else rest
    return f"{name}({','.join([inside] * bool(inside) + added)})"


def _written(name: str, value: Setting) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if not isinstance(value, str | int | float):
        raise TypeError(f"{name} is a str, a number, a bool or a path, not {type(value).__name__}")
    return str(value)


def _text(name: str, value: str) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{name} is a str, not {type(value).__name__}")
    return value
