"""The record of a training as Markdown: folds, sets left out, and what each set gives others."""

from bench.origin import machine

SCOPES = ("page", "article")


def markdown(record, commit):
    """The page of a training at a commit."""
    origin = machine()
    lines = [
        f"{record['date']}, commit {commit}, {origin['cpu']}, {origin['cores']} cores, {origin['kernel']}; "
        f"{record['rows']:,} rows, lightgbm {record['versions']['lightgbm']}. By `make train`.",
        "",
    ]
    folds = record["folds"]
    if folds["scores"]:
        lines += [f"## {folds['number']} folds, by {folds['by']}", "", *scores(folds["scores"])]
    if record["left_out"]:
        lines += ["## Each set by models that saw no page of it", "", *scores(record["left_out"])]
    if record["given"]:
        lines += ["## What each set gives others", "", *given(record["given"])]
    return "\n".join(lines)


def scores(rows):
    """Precision, recall and F1 with its 95 % interval, by set and type of page."""
    lines = ["| | pages | " + " | ".join(f"`{scope}` P/R/F1 | 95 %" for scope in SCOPES) + " |",
             "|---|---:|" + "---|---|" * len(SCOPES)]
    parts = {}
    for row in rows:
        parts.setdefault((row["dataset"], row["by"], row["part"]), {})[row["scope"]] = row
    for (dataset, by, part), scope in sorted(parts.items()):
        # A set of one type is that type.
        if by == "type" and sum(of[:2] == (dataset, "type") for of in parts) == 1:
            continue
        cells = [f"{dataset}, {part}" if by == "type" else f"**{dataset}**", str(scope["page"]["pages"])]
        for row in (scope[name] for name in SCOPES):
            cells += ["/".join(figure(row[key]) for key in ("precision", "recall", "f1")),
                      " to ".join(figure(end) for end in row["interval"])]
        lines.append("| " + " | ".join(cells) + " |")
    return [*lines, ""]


def given(by_set):
    """F1 on sets that no model is trained on, and how it changes where a set is left out."""
    whole = by_set["none"]
    names = list(whole["page"])
    head = [f"{name} `{scope}`" for scope in SCOPES for name in names]
    lines = ["| without | " + " | ".join(head) + " |", "|---|" + "---:|" * len(head)]
    own = [figure(whole[scope][name]) for scope in SCOPES for name in names]
    lines.append("| none | " + " | ".join(own) + " |")
    for left, found in by_set.items():
        if found is not whole:
            moved = [found[scope][name] - whole[scope][name] for scope in SCOPES for name in names]
            lines.append(f"| {left} | " + " | ".join(f"{by:+.4f}" for by in moved) + " |")
    return [*lines, ""]


def figure(value):
    """Three places, without the zero before them."""
    return f"{value:.3f}".removeprefix("0")
