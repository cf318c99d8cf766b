"""datatrove: leafmill in place of its ``Trafilatura`` step, and a reader that yields the content of archives.

    from leafmill.datatrove import Leafmill, LeafmillReader
    pipeline = [WarcReader("crawl/"), Leafmill(), JsonlWriter("out/")]
    pipeline = [LeafmillReader("crawl/"), JsonlWriter("out/")]

The reader needs no other step: it reads records, finds their encoding and keeps their content.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from datatrove.data import Document, DocumentsPipeline
from datatrove.pipeline.extractors.base import BaseExtractor
from datatrove.pipeline.readers.base import BaseDiskReader
from datatrove.utils.typeshelper import StatHints

from .documents import Damage
from .documents import Document as Page
from .extractor import Extractor

__all__ = ["Leafmill", "LeafmillReader"]


class Leafmill(BaseExtractor):
    """Extracts the main content of a document whose text is HTML.

    A page has ``timeout`` seconds, as with datatrove's own extractors. Those enforce it by a process of
    its own that every page goes to and comes back from; leafmill looks at the time itself, between the
    stages of a page, so the process is made only where ``sandbox`` asks for it. ``settings`` are
    those of :class:`leafmill.Extractor`.
    """

    name = "⛏ Leafmill"
    _requires_dependencies = ["leafmill"]

    def __init__(
        self,
        method: str = "grain",
        timeout: float = 1,
        sandbox: bool = False,
        visible_only: bool = False,
        **settings: Any,
    ) -> None:
        super().__init__(timeout)
        self.sandbox = sandbox
        self.extractor = Extractor(method, visible_only=visible_only, **settings)

    def extract(self, text: str) -> str:
        """The content of a page."""
        return self.extractor.extract(text)

    def run(
        self, data: DocumentsPipeline, rank: int = 0, world_size: int = 1
    ) -> Iterator[Document]:
        """The documents whose pages have content; the statistics count how each page fared."""
        if self.sandbox:
            yield from super().run(data, rank, world_size)
            return
        max_ms = int(self.timeout * 1000)
        for doc in data:
            self.stat_update(StatHints.total)
            with self.track_time():
                page = self.extractor.document(
                    doc.text, url=doc.metadata.get("url"), max_ms=max_ms
                )
                self.stat_update("extracted" if page.status == "ok" else page.status)
                doc.text = page.text
            if doc.text:
                self.stat_update(StatHints.forwarded)
                self.update_doc_stats(doc)
                yield doc
            else:
                self.stat_update(StatHints.dropped)


class LeafmillReader(BaseDiskReader):
    """Reads WARC, ARC and HTML files, packed or not, and yields the content of their pages.

    The documents are those that ``leafmill extract --schema datatrove`` writes; pages without content
    are left out, as datatrove has it, and counted. ``method`` and ``settings`` choose the content,
    ``max_ms`` is the time that a page may take; the other arguments are ``BaseDiskReader``'s.
    """

    name = "⛏ Leafmill reader"
    _requires_dependencies = ["leafmill"]

    def __init__(
        self,
        data_folder: Any,
        paths_file: Any = None,
        *,
        method: str = "grain",
        max_ms: int | None = None,
        limit: int = -1,
        skip: int = 0,
        file_progress: bool = False,
        doc_progress: bool = False,
        adapter: Callable[..., dict[str, Any]] | None = None,
        default_metadata: dict[str, Any] | None = None,
        recursive: bool = True,
        glob_pattern: str | None = None,
        shuffle_files: bool = False,
        visible_only: bool = False,
        **settings: Any,
    ) -> None:
        super().__init__(
            data_folder,
            paths_file,
            limit=limit,
            skip=skip,
            file_progress=file_progress,
            doc_progress=doc_progress,
            adapter=adapter,
            default_metadata=default_metadata,
            recursive=recursive,
            glob_pattern=glob_pattern,
            shuffle_files=shuffle_files,
        )
        self.extractor = Extractor(method, visible_only=visible_only, **settings)
        self.max_ms = max_ms

    def read_file(self, filepath: str) -> Iterator[Document]:
        """The documents of a file."""
        with self.data_folder.open(filepath, "rb", compression=None) as file:
            pages = self.extractor.read(file, threads=1, max_ms=self.max_ms, damage=True)
            for number, page in enumerate(pages):
                if isinstance(page, Damage):
                    self.stat_update(f"damage-{page.kind}")
                    continue
                self.stat_update(page.status)
                with self.track_time():
                    row = self.get_document_from_dict(_row(page), filepath, number) if page.text else None
                if row:
                    yield row


def _row(page: Page) -> dict[str, Any]:
    record = page.record
    name = record.get("record_id")
    return {
        "text": page.text,
        "id": f"<{name}>" if name else page.id,
        "url": page.url,
        "date": record.get("date"),
        "title": page.title,
        "status": page.status,
        "offset": record.get("offset"),
        "content_type": record.get("content_type"),
        "charset": record.get("charset", {}).get("name"),
    }
