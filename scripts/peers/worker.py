"""The Python extractors that leafmill is compared with, behind one line protocol.

Each line of standard input is a JSON object with `html` and `url`, each line of standard output
one with `text` or `error`. `rust/src/main.rs` is the same for the Rust extractors. Every extractor
runs with its own defaults unless a comment says otherwise.
"""

import json
import logging
import re
import sys


def trafilatura():
    from trafilatura import extract

    return lambda html, url: extract(html, url=url)


def trafilatura_nocomments():
    from trafilatura import extract

    return lambda html, url: extract(html, url=url, include_comments=False)


def resiliparse():
    from resiliparse.extract.html2text import extract_plain_text

    return lambda html, url: extract_plain_text(html, main_content=True)


def resiliparse_plain():
    """Without what is not the page's own text: alternative texts of images, bullets, formatting."""
    from resiliparse.extract.html2text import extract_plain_text

    options = {"preserve_formatting": False, "list_bullets": False, "alt_texts": False}
    return lambda html, url: extract_plain_text(html, main_content=True, **options)


def readability_lxml():
    """It returns HTML; inscriptis makes text of that, as it does for whole pages below."""
    from inscriptis import get_text
    from readability import Document

    return lambda html, url: get_text(Document(html).summary())


def justext():
    """With the stop words of the page's declared language, English where it declares none; without
    stop words, as its manual says, where it has no list for the language."""
    from justext import get_stoplist, get_stoplists, justext

    lists = {name.lower(): name for name in get_stoplists()}

    def extract(html, url):
        declared = re.search(r"<html[^>]*\slang\s*=\s*[\"']?([a-zA-Z]+)", html)
        language = LANGUAGES.get(declared[1].lower(), "") if declared else "english"
        if language in lists:
            paragraphs = justext(html, get_stoplist(lists[language]))
        else:
            paragraphs = justext(html, frozenset(), stopwords_low=0, stopwords_high=0)
        return "\n".join(each.text for each in paragraphs if not each.is_boilerplate)

    return extract


def boilerpy3():
    from boilerpy3.extractors import ArticleExtractor

    extractor = ArticleExtractor(raise_on_failure=False)
    return lambda html, url: extractor.get_content(html)


def inscriptis():
    """All visible text: the baseline that an extractor must beat."""
    from inscriptis import get_text

    return lambda html, url: get_text(html)


# The languages of the data sets, from ISO 639 to the names of jusText's lists.
LANGUAGES = {
    "ar": "arabic",
    "de": "german",
    "el": "greek",
    "en": "english",
    "es": "spanish",
    "fr": "french",
    "it": "italian",
    "nl": "dutch",
    "pl": "polish",
    "pt": "portuguese",
    "ru": "russian",
    "sv": "swedish",
}

PEERS = {
    "trafilatura": trafilatura,
    "trafilatura-nocomments": trafilatura_nocomments,
    "resiliparse": resiliparse,
    "resiliparse-plain": resiliparse_plain,
    "readability-lxml": readability_lxml,
    "justext": justext,
    "boilerpy3": boilerpy3,
    "inscriptis": inscriptis,
}


def main():
    """Answers each line until standard input ends."""
    # What a peer prints must not get between the rows; its warnings are not ours to report.
    rows, sys.stdout = sys.stdout, sys.stderr
    logging.disable(logging.CRITICAL)
    extract = PEERS[sys.argv[1]]()
    for line in sys.stdin:
        page = json.loads(line)
        try:
            row = {"text": extract(page["html"], page["url"]) or ""}
        except Exception as error:  # whatever a peer raises is its failure on this page
            row = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(row), file=rows, flush=True)


if __name__ == "__main__":
    main()
