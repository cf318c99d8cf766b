"""The parts of large files, for tasks that share them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from . import _leafmill

__all__ = ["Part", "parts"]


class Part(NamedTuple):
    """A range of the bytes of a file: the gzip members that start in it. :func:`leafmill.read` takes it."""

    path: Path
    """The file."""
    name: str
    """What ids call it; of an archive in a WACZ the name that it has there."""
    start: int
    end: int


def parts(path: str | os.PathLike[str], *, bytes: int = 64 << 20) -> list[Part]:
    """What a file, or the files of a directory, are cut into: ranges of about so many bytes each.

    The documents of the parts, one after another, are those of the whole. Only archives whose records
    are gzip members of their own are cut, as nearly all are. A part begins with the first member that
    starts in its range; a search for it can be led astray by a page that is itself an unpacked
    ``.warc.gz``, which ``leafmill extract`` sees and mends, and parts that are read apart do not.

    >>> parts("datasets/sample/sample.warc.gz", bytes=1 << 40)[0].start
    0
    """
    return [Part(path, *span) for path, span in _leafmill.parts(path, bytes)]
