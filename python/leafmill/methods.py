"""The table of methods."""

from __future__ import annotations

from typing import NamedTuple

from . import _leafmill

__all__ = ["METHODS", "Method", "Parameter"]


class Parameter(NamedTuple):
    """A setting of a method."""

    name: str
    default: str
    """Its value where nothing is said, as a spec has it."""
    values: str
    """The values it takes, such as ``0..1`` or ``on|off``."""
    about: str


class Method(NamedTuple):
    """A method."""

    name: str
    cite: str
    """The paper."""
    about: str
    parameters: tuple[Parameter, ...]
    presets: tuple[str, ...]
    """Names of settings that go together, such as the paper's: ``wu(paper)``."""


METHODS: tuple[Method, ...] = tuple(
    Method(name, cite, about, tuple(Parameter(*row) for row in parameters), tuple(presets))
    for name, cite, about, parameters, presets in _leafmill.methods()
)
"""Every method, in the order in which tables show them."""
