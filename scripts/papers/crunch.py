"""Gupta, Kaiser, Neistadt and Grimm 2003 (Crunch): what each of its switches does."""

from papers.text import articles, code, prf, table

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
With its defaults Crunch is close to keeping everything: it removes link lists from table cells, and few pages
are laid out by tables now. The switch that matters is *Ignore Link Lists*, and only where it is looked for in
blocks of every kind, which is our extension and not the paper's. There the paper's ratio of one link to four
words removes lists of references and tables of contents too; one to two is better. Removing all links with
text costs recall, since words in sentences are linked. What Crunch never does is to drop text without links:
footers, bylines, cookie notices, comments. That caps its precision, and it says so itself: it "doesn't find
the content but eliminates non-content".

The paper's own time is quadratic on nested tables; here counts are differences of prefix sums, and 100,000
nested tables stay linear (`tests/linear.rs`).
"""
