import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from .archives import Readable
from .extractor import Only, Options

VERSION: str

_Page: TypeAlias = str | bytes | bytearray
_Path: TypeAlias = str | os.PathLike[str]
Range: TypeAlias = tuple[str, int, int]
DamageRow: TypeAlias = tuple[Path, int, str | None, str, str]
ParameterRow: TypeAlias = tuple[str, str, str, str]
MethodRow: TypeAlias = tuple[str, str, str, list[ParameterRow], list[str]]
Row: TypeAlias = tuple[bytes, bytes | None] | tuple[None, DamageRow]

class ArrowStream:
    @property
    def schema(self) -> Any: ...
    @property
    def raised(self) -> BaseException | None: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

class Columns:
    def __new__(cls, keys: str | None) -> Columns: ...
    def __arrow_c_schema__(self) -> object: ...

class Archive:
    def __iter__(self) -> Iterator[Row]: ...
    def __next__(self) -> Row: ...

class Extractor:
    def __new__(cls, spec: str, options: Options) -> Extractor: ...
    @property
    def spec(self) -> str: ...
    def extract(
        self,
        html: _Page,
        url: str | None,
        content_type: str | None,
        format: str,
        max_ms: int | None,
    ) -> str: ...
    def row(
        self,
        html: _Page,
        url: str | None,
        content_type: str | None,
        keys: str | None,
        links: str | None,
        max_ms: int | None,
    ) -> bytes: ...
    def extract_batch(
        self,
        pages: Sequence[_Page],
        content_type: str | None,
        format: str,
        max_ms: int | None,
        threads: int,
    ) -> list[str]: ...
    def extract_arrow(
        self,
        stream: object,
        column: str,
        format: str,
        max_ms: int | None,
        threads: int,
        most: int = ...,
    ) -> ArrowStream: ...
    def read(
        self,
        source: _Path | Readable,
        part: Range | None,
        only: Only,
        keys: str | None,
        links: str | None,
        max_ms: int | None,
        threads: int,
        bodies: bool,
    ) -> Archive: ...

def host(url: str) -> str | None: ...
def instant(date: str) -> str | None: ...
def parts(path: _Path, bytes: int) -> list[tuple[Path, Range]]: ...
def methods() -> list[MethodRow]: ...
def evaluate(
    datasets: Sequence[_Path],
    specs: Sequence[str],
    measures: Sequence[str],
    folds: int,
    seed: int,
    threads: int,
    output: _Path,
) -> None: ...
def run(arguments: Sequence[str]) -> int: ...
