"""Markdown of figures."""


def table(head, rows):
    """A Markdown table; the first column to the left, the others to the right."""
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines) + "\n"


def three(score):
    """A score to three places, without the naught before the point."""
    return f"{score:.3f}".removeprefix("0")


def percent(share):
    """A share in percent, to one place."""
    return f"{100 * share:.1f}"


def prf(score):
    """Precision, recall and F1."""
    return [three(score.precision), three(score.recall), three(score.f1)]


def interval(score):
    """The 95 % interval of F1."""
    return " … ".join(map(three, score.interval))


def code(text):
    """A name as it is typed; a bar would end a table's cell."""
    return f"`{text}`".replace("|", "\\|")


def articles(score):
    """F1 of the article pages, where the data set knows types."""
    return three(score.kinds["article"]) if "article" in score.kinds else ""


def listed(things):
    """Things as a sentence names them: a, b and c."""
    *front, last = things
    return f"{', '.join(front)} and {last}" if front else last


def sentences(lines):
    """A Markdown list of the sentences that there is something to say for."""
    return "".join(f"- {line}\n" for line in lines if line)
