"""Gupta, Kaiser, Neistadt and Grimm 2003 (Crunch): what each of its switches does."""

from papers.text import articles, code, prf, sentences, table

# Settings that differ from the default in one switch that text depends on.
SWITCHES = {
    "crunch(link_lists=off)": "link lists stay",
    "crunch(list_cells=on)": "the cells of link lists go too",
    "crunch(list_text_only=off)": "all that is in the cells of link lists goes",
    "crunch(list_image_links=on)": "image links count in a link list",
    "crunch(ratio=0.1)": "fewer links make a list",
    "crunch(ratio=1)": "more links make a list",
    "crunch(text_links=on)": "all links with text go",
    "crunch(forms=on)": "forms go",
    "crunch(buttons=on)": "buttons go",
    "crunch(noscript=off)": "noscript stays hidden",
    "crunch(empty_tables=off)": "tables without substance stay",
    "crunch(ads=off)": "advertisements stay",
    "crunch(blocks)": "link lists in blocks of every kind, ours",
    "crunch(blocks,block_ratio=0.25)": "the same at the paper's ratio",
    "crunch(blocks,text_links=on)": "the same, and all links with text go",
}


def page(runner, sets):
    """The page."""
    return {"crunch.md": text(runner.evaluate(sets, ["all", "crunch", *SWITCHES], ["words"]))}


def text(words):
    """The page."""
    parts = []
    for name, pages in words.sets.items():
        base = words.score(name, "crunch").f1

        def row(spec, what, base=base, name=name):
            score = words.score(name, spec)
            return [code(spec), *prf(score), f"{score.f1 - base:+.3f}", articles(score), what]

        rows = [row("all", "every text"), row("crunch", "the screens' defaults")]
        rows += [row(spec, what) for spec, what in SWITCHES.items()]
        head = ["spec", "P", "R", "F1", "against the default", "F1 of articles", "what it does"]
        parts.append(f"**{name}, {pages} pages**\n\n{table(head, rows)}")
    shown = "\n".join(parts)
    return f"""# Gupta, Kaiser, Neistadt and Grimm 2003 (Crunch)

*DOM-based content extraction of HTML documents*, WWW '03. The paper has no figures: it shows pages before
and after. What can be measured is what each switch of its three screens does to the text, one at a time.
Switches that change the HTML alone (styles, images, widths, scripts) are not in the table.

{shown}
{sentences(said(words))}
What Crunch never drops is text without links: footers, bylines, cookie notices, comments. That caps its
precision, and the paper says so itself: it "doesn't find the content but eliminates non-content".

The paper's own time is quadratic on nested tables; here counts are differences of prefix sums, and 100,000
nested tables stay linear (`tests/linear.rs`).
"""


def said(words):
    """What the rows say, a set at a time."""
    lines = []
    for name in words.sets:
        base, every = words.score(name, "crunch").f1, words.score(name, "all").f1
        change = {spec: words.score(name, spec).f1 - base for spec in SWITCHES}
        papers = {spec: by for spec, by in change.items() if "blocks" not in spec}
        best, worst = max(papers, key=papers.get), min(papers, key=papers.get)
        lines.append(
            f"{name}: the screens' defaults are {base - every:+.3f} from every text. Of the paper's switches "
            f"{code(best)} gains most ({papers[best]:+.3f}) and {code(worst)} loses most ({papers[worst]:+.3f}); "
            f"looking in blocks of every kind, our extension, is {change['crunch(blocks)']:+.3f}, at the paper's "
            f"ratio {change['crunch(blocks,block_ratio=0.25)']:+.3f}."
        )
    return lines
