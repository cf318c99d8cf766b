"""What a tool's text is worth beside the gold: the measures of `score.py`, on pages."""

from functools import partial

import score


def value(count, text, page):
    """A page's counts by a measure."""
    return count(text, score.Gold(page.gold, page.kind, page.required, page.forbidden))


MEASURES = {
    name: measure._replace(count=partial(value, measure.count)) for name, measure in score.MEASURES.items()
}
