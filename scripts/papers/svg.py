"""Plots as SVG files that need nothing else and follow the reader's light or dark setting."""

from html import escape

# Okabe and Ito 2008, without yellow: in the light and in the dark.
COLOURS = [
    ("#0072b2", "#56b4e9"),
    ("#d55e00", "#ff8b3d"),
    ("#009e73", "#2fd0a5"),
    ("#cc79a7", "#e59cc4"),
    ("#8a6d00", "#f0c929"),
    ("#6a3d9a", "#b79bd8"),
]
WIDTH, HEIGHT = 250, 230
GAP, TOP, BOTTOM = 52, 84, 54


def lines(title, panels, axis):
    """Panels side by side, each (head, {name: [(x, y), …]}), with one legend; scores from 0 to 1.

    `axis` is the x axis: its name and the values that are marked, the first and last being its ends.
    """
    name, ticks = axis
    names = list(dict.fromkeys(name for _, curves in panels for name in curves))
    out = frame(title, names, GAP + len(panels) * (WIDTH + GAP))
    low = min(y for _, curves in panels for curve in curves.values() for _, y in curve)
    low = int(low * 10) / 10

    def place(x, y):
        return (x - ticks[0]) / (ticks[-1] - ticks[0]) * WIDTH, (1 - y) / (1 - low) * HEIGHT

    for number, (head, curves) in enumerate(panels):
        out.append(f'<g transform="translate({GAP + number * (WIDTH + GAP)} {TOP})">')
        out += axes(head, low)
        for tick in ticks:
            out.append(label("middle", place(tick, 0)[0], HEIGHT + 18, f"{tick:g}"))
        out.append(label("middle", WIDTH / 2, HEIGHT + 38, name))
        for curve, points in curves.items():
            path = "L".join("{:.1f} {:.1f}".format(*place(*point)) for point in points)
            out.append(f'<path class="l{names.index(curve)}" d="M{path}"/>')
        out.append("</g>")
    return "\n".join([*out, "</svg>\n"])


def bars(title, groups):
    """Groups of bars: {group: {name: score}}, scores from 0 to 1."""
    names = list(dict.fromkeys(name for bars in groups.values() for name in bars))
    group, bar = 34 * len(names) + 26, 34
    out = frame(title, names, 2 * GAP + group * len(groups))
    out.append(f'<g transform="translate({GAP} {TOP})">')
    out += axes("", 0, group * len(groups))
    for number, (head, scores) in enumerate(groups.items()):
        left = number * group + 13
        for name, score in scores.items():
            at, height = left + names.index(name) * bar, score * HEIGHT
            box = f'x="{at + 2}" y="{HEIGHT - height:.1f}" width="{bar - 4}" height="{height:.1f}"'
            out.append(f'<rect class="b{names.index(name)}" {box}/>')
            out.append(label("middle small", at + bar / 2, HEIGHT - height - 4, f"{score:.2f}"))
        out.append(label("middle", left + len(names) * bar / 2, HEIGHT + 18, head))
    return "\n".join([*out, "</g>", "</svg>\n"])


def frame(title, names, width):
    """The beginning of a picture: style, title and legend."""
    height = TOP + HEIGHT + BOTTOM
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">',
        f"<title>{escape(title)}</title>",
        style(),
        f'<rect class="back" width="{width}" height="{height}"/>',
        label("title", GAP, 26, title),
    ]
    x = GAP
    for number, name in enumerate(names):
        out.append(f'<rect class="b{number}" x="{x}" y="44" width="14" height="10"/>')
        out.append(label("", x + 20, 54, name))
        x += 38 + 8 * len(name)
    return out


def axes(head, low, width=WIDTH):
    """A panel's frame, its grid and the scores at it."""
    out = [label("head middle", width / 2, -8, head)] if head else []
    for step in range(round(low * 10), 11, 1 if low > 0.4 else 2):
        y = (1 - step / 10) / (1 - low) * HEIGHT
        out.append(f'<path class="grid" d="M0 {y:.1f}h{width}"/>')
        out.append(label("end", -6, y + 4, f"{step / 10:.1f}"))
    out.append(f'<path class="axis" d="M0 0V{HEIGHT}H{width}"/>')
    return out


def label(kind, x, y, text):
    """A text at a place."""
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}">{escape(text)}</text>'


def style():
    """The style sheet, for light and dark."""

    def rules(which):
        return "".join(f".l{i}{{stroke:{pair[which]}}}.b{i}{{fill:{pair[which]}}}" for i, pair in enumerate(COLOURS))

    return (
        "<style>text{font:13px sans-serif;fill:#222}.title{font-size:15px;font-weight:bold}.head{font-weight:bold}"
        ".small{font-size:10px}.middle{text-anchor:middle}.end{text-anchor:end}path{fill:none;stroke-width:1.8}"
        f".back{{fill:#fff}}.grid{{stroke:#ddd;stroke-width:1}}.axis{{stroke:#555;stroke-width:1}}{rules(0)}"
        "@media(prefers-color-scheme:dark){text{fill:#ddd}.back{fill:#161616}.grid{stroke:#333}"
        f".axis{{stroke:#aaa}}{rules(1)}}}</style>"
    )
