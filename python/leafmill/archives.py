"""Where archives are: parts of large files, for tasks that share them, and addresses."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeAlias

from . import _leafmill
from .arguments import whole

__all__ = ["Part", "parts"]

WHOLE = (0, (1 << 64) - 1)
"""The range of a part that is all of a file."""


class Readable(Protocol):
    """A file object that is open for bytes."""

    def read(self, size: int, /) -> bytes: ...


class Part(NamedTuple):
    """A range of the bytes of a file: the gzip members that start in it. :func:`leafmill.read` takes it."""

    path: Path | str
    """The file, or its address."""
    name: str
    """What ids call it; of an archive in a WACZ the name that it has there."""
    start: int
    end: int


Source: TypeAlias = str | os.PathLike[str] | Readable | Part
"""What is read: a path of a file or a directory, an address, a file object open for bytes, a part of a file."""


def parts(path: str | os.PathLike[str], *, bytes: int = 64 << 20) -> list[Part]:
    """What a file, or the files of a directory, are cut into: ranges of about so many bytes each.

    The documents of the parts, one after another, are those of the whole. Only archives whose records
    are gzip members of their own are cut, as nearly all are. A part begins with the first member that
    starts in its range; a search for it can be led astray by a page that is itself an unpacked
    ``.warc.gz``, which ``leafmill extract`` sees and mends, and parts that are read apart do not. Of what is
    at an address, only a name that ends in ``.warc.gz`` or ``.arc.gz`` says that it can be cut.

    >>> parts("datasets/sample/sample.warc.gz", bytes=1 << 40)[0].start
    0
    """
    bytes = whole("bytes", bytes)
    if isinstance(path, str) and "://" in path:
        return _parts_of_address(path, bytes)
    return [Part(path, *span) for path, span in _leafmill.parts(path, bytes)]


class NamedFile:
    """A file object and the name that documents call it by."""

    def __init__(self, file: Readable, name: str) -> None:
        self._file = file
        self.name = name

    def read(self, size: int = -1, /) -> bytes:
        """As the file object's."""
        return self._file.read(size)


def remote(address: str, start: int = 0) -> NamedFile:
    """What is at an address, from an offset on."""
    files, path = _file_system(address)
    file = files.open(path, "rb")
    if start > 0:
        file.seek(start)
    return NamedFile(file, address)


def _parts_of_address(address: str, bytes: int) -> list[Part]:
    starts = range(1)
    if address.endswith((".warc.gz", ".arc.gz")):
        files, path = _file_system(address)
        starts = range(0, max(files.size(path), 1), max(bytes, 1))
    ends = [*starts[1:], WHOLE[1]]
    return [Part(address, address, *span) for span in zip(starts, ends, strict=True)]


def _file_system(address: str) -> tuple[Any, str]:
    try:
        from fsspec.core import url_to_fs
    except ImportError:
        raise ImportError(f"{address} is read by fsspec: pip install 'leafmill[remote]'") from None
    files, path = url_to_fs(address)
    return files, path
