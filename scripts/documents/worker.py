"""Programs that make Markdown of a page, or read what it says of itself, behind one line protocol.

Each line of standard input is a JSON object with `html` and `url`, each line of standard output one with
`text` (Markdown) and, where the program reads them, `title`, `author` (a list) and `date`; or with
`error`. Every program runs with its own defaults unless a comment says otherwise.
"""

import json
import logging
import re
import sys


def trafilatura():
    """As its manual has it for Markdown with links; metadata is what it reads on the way."""
    from trafilatura import extract
    from trafilatura.metadata import extract_metadata
    from trafilatura.utils import load_html

    def made(html, url):
        text = extract(html, url=url, output_format="markdown", include_links=True, include_images=True, include_formatting=True)
        tree = load_html(html)
        said = extract_metadata(tree, default_url=url) if tree is not None else None
        if said is None:
            return {"text": text or ""}
        authors = [name.strip() for name in (said.author or "").split(";") if name.strip()]
        return {"text": text or "", "title": said.title, "author": authors, "date": said.date}

    return made


def newspaper4k():
    """It gives plain text; what counts is its metadata."""
    import newspaper

    def made(html, url):
        article = newspaper.Article(url or "http://example.org/", fetch_images=False)
        article.download(input_html=html)
        article.parse()
        date = article.publish_date
        return {
            "text": article.text or "",
            "title": article.title or None,
            "author": list(article.authors or []),
            "date": date.strftime("%Y-%m-%d") if hasattr(date, "strftime") else None,
        }

    return made


def readability():
    """Its HTML as html2text writes it, which is what its users do."""
    import html2text
    from readability import Document

    def made(html, url):
        document = Document(html, url=url)
        writer = html2text.HTML2Text(baseurl=url or "")
        writer.body_width = 0
        author = document.author()
        return {
            "text": writer.handle(document.summary()),
            "title": document.short_title(),
            "author": [author] if author and author != "[no-author]" else [],
        }

    return made


def html_to_markdown():
    """The whole page: it extracts no content."""
    import html_to_markdown

    def made(html, url):
        result = html_to_markdown.convert(html)
        text = getattr(result, "content", None)
        return {"text": text if text is not None else str(result)}

    return made


def markitdown():
    """The whole page: it extracts no content."""
    import io

    from markitdown import MarkItDown, StreamInfo

    converter = MarkItDown()

    def made(html, url):
        info = StreamInfo(mimetype="text/html", extension=".html", charset="utf-8", url=url)
        return {"text": converter.convert_stream(io.BytesIO(html.encode()), stream_info=info).markdown}

    return made


PROGRAMS = {
    "trafilatura": trafilatura,
    "newspaper4k": newspaper4k,
    "readability-lxml+html2text": readability,
    "html-to-markdown": html_to_markdown,
    "markitdown": markitdown,
}


def main():
    """Answers each line until standard input ends."""
    # What a program prints must not get between the rows; its warnings are not ours to report.
    rows, sys.stdout = sys.stdout, sys.stderr
    logging.disable(logging.CRITICAL)
    make = PROGRAMS[sys.argv[1]]()
    for line in sys.stdin:
        page = json.loads(line)
        try:
            # A page's encoding was undone already; lxml refuses a text that declares one.
            row = make(re.sub(r"\A\s*<\?xml[^>]*\?>", "", page["html"]), page["url"])
        except Exception as error:  # whatever a program raises is its failure on this page
            row = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(row), file=rows, flush=True)


if __name__ == "__main__":
    main()
