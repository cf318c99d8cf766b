"""Wu, Chen, Zhu and Wang 2012: its protocol, and the counterparts of its Figures 6 and 7."""

import random

from papers import svg
from papers.text import articles, code, interval, percent, prf, table

# Pages that learn, tune and test in the paper, of 1,300.
PARTS = {"train": 300, "tune": 500, "test": 500}
WINDOWS = (1, 3, 5, 7, 9)
THRESHOLDS = (0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
SEED = 1
PRINTED = (5, 0.9)
FIGURES = {"precision": "precision", "recall": "recall", "F1": "f1"}


def split(pages, seed=SEED):
    """The pages of each part, drawn at random; of a smaller set, shares of the paper's size."""
    order = sorted(pages)
    random.Random(seed).shuffle(order)
    whole = sum(PARTS.values())
    parts, start = {}, 0
    for name, size in PARTS.items():
        if len(order) < whole:
            size = max(1, size * len(order) // whole)
        parts[name] = sorted(order[start : start + size])
        start += size
    return parts


def page(runner, data, name):
    """The page and its pictures, of a data set that lies in `data` and is called `name`."""
    everything = runner.evaluate([data], ["all"], ["words"])
    parts = split([page.page for page in everything.pages(name, "all")])
    files = {}
    for part, pages in parts.items():
        files[part] = runner.scratch / f"{part}.txt"
        files[part].write_text("".join(f"{name}/{page}\n" for page in pages), encoding="utf-8")

    def trained(method, *arguments):
        spec = f"{method}({','.join(arguments)})" if arguments else method
        model = f"model={runner.train(spec, data, files['train'])}"
        return f"{method}({','.join([*arguments, model])})"

    grid = {
        (window, threshold): trained("wu", "paper", f"window={window}", f"threshold={threshold}")
        for window in WINDOWS
        for threshold in THRESHOLDS
    }
    tuned = runner.evaluate([data], grid.values(), ["words"], ["--only", files["tune"]])
    scores = {setting: tuned.score(name, spec) for setting, spec in grid.items()}
    best = max(scores, key=lambda setting: scores[setting].f1)
    rivals = {
        "wu, as printed": grid[PRINTED],
        "wu, paper's reading, tuned": grid[best],
        "wu, leafmill's setting": trained("wu"),
        "mountain": trained("mountain"),
        "cetr": "cetr",
        "all": "all",
    }
    tested = runner.evaluate([data], dict.fromkeys(rivals.values()), ["words"], ["--only", files["test"]])
    found = {rival: tested.score(name, spec) for rival, spec in rivals.items()}
    sizes = {part: len(pages) for part, pages in parts.items()}
    return {
        "wu.md": text(name, sizes, scores, best, found),
        "wu-figure-6.svg": figure_6(name, scores),
        "wu-figure-7.svg": figure_7(name, found),
    }


def text(name, sizes, scores, best, found):
    """The page."""
    at = {limit: [score for (_, threshold), score in scores.items() if threshold == limit] for limit in THRESHOLDS}
    below = [score for (_, threshold), score in scores.items() if threshold < 1]
    highest = max(at[0.8], key=lambda score: score.f1)
    top, low = max(at[1.0], key=lambda score: score.recall), min(below, key=lambda score: score.recall)
    printed, chosen = scores[PRINTED], scores[best]
    figure = table(
        ["tuning pages", "paper P / R / F1", "here P / R / F1"],
        [
            ["window 5, threshold 0.9, its best", "94.1 / 96.7 / 95.4", ours(printed)],
            [f"window {best[0]}, threshold {best[1]:g}, the best here", "", ours(chosen)],
            ["threshold 0.8, the highest F1", "84.8 / 98.7 / 91", ours(highest)],
            ["threshold 1, the highest recall", "– / 74.2 / 81.9", ours(top)],
            ["below 1, the lowest recall", "– / 82.6 / 88.7", ours(low)],
        ],
    )
    rows = [
        [rival, *prf(score), interval(score), articles(score)]
        for rival, score in found.items()
    ]
    tests = table(["test pages", "P", "R", "F1", "95 % of F1", "F1 of articles"], rows)
    counts = ", ".join(f"{size} to {part}" for part, size in sizes.items())
    return f"""# Wu, Chen, Zhu and Wang 2012

*A content extraction algorithm based on the relevance of leaf nodes*, J. Cent. South Univ. 19:1921–1926.
1,300 of the 70,000 pages of CWT70th (Peking University; not to be had), drawn at random and marked by hand:
300 train k-means, 500 tune window and threshold (Figure 6), 500 test (Figure 7). Here the same on {name},
seed {SEED}: {counts}; each setting learns its own centroids from the training pages.
Measure `words`: the paper does not say what its H0, H1 and H2 count.

## Figure 6: window and threshold

![precision, recall and F1 by threshold, a line a window](wu-figure-6.svg)

{figure}
As in the paper, recall falls and precision rises with the threshold at every window, and some smoothing is
better than none. The rest does not come back:

- The size of the effect, and its place. The paper's recall falls from 98.7 at 0.8 to 74.2 at 1. Here it falls
  up to 0.9, and from there to 1 hardly moves; only window 1, which smooths nothing, falls as deep (from
  {percent(scores[1, 0.5].recall)} at 0.5 to {percent(scores[1, 1.0].recall)} at 1). With smoothing, a text between two of the content is above the mean
  already, and growing adds little.
- The place of the best. A wider window and a lower threshold do better than the printed 5 and 0.9. In deep
  trees the IDs of neighbours have a long prefix in common; the same threshold means less than in shallow ones.
- The level, of which Figure 7 says more.

## Figure 7: the rivals

![precision, recall and F1 of the methods](wu-figure-7.svg)

{tests}
The paper: precision 93.8, recall 96.5 for its method; its figure, without numbers in the text, has
text-to-tag first in recall and last in precision, and MM between the two in F1. Here `cetr` stands for
text-to-tag, whose successor it is, and `mountain` is a reconstruction of MM from what the paper says of it.

The order by precision comes back: {order(found, "precision")}; in the paper its method is first and
text-to-tag last. The order by recall does not: {order(found, "recall")}, where the paper has text-to-tag
before the others. On articles, which are the nearer neighbours of the paper's pages, the printed setting is
no better than its rivals and the tuned ones are better than both.

Why no setting reaches 95: our pages are of seven kinds, and articles are half of them; and a block mixes
content with what follows it, so that even a prototype that chose among blocks by the gold came to .86 on all
kinds and .94 on articles.
"""


def order(found, figure):
    """The three methods of Figure 7, the best first."""
    names = {"wu, as printed": "wu", "mountain": "mountain", "cetr": "cetr"}
    ranked = sorted(names, key=lambda rival: -getattr(found[rival], figure))
    return ", ".join(code(names[rival]) for rival in ranked)


def ours(score):
    """Precision, recall and F1 in percent, as the paper has them."""
    return " / ".join(percent(value) for value in (score.precision, score.recall, score.f1))


def figure_6(name, scores):
    """Precision, recall and F1 against the threshold."""
    panels = [
        (
            head,
            {
                f"window {window}": [(limit, getattr(scores[window, limit], figure)) for limit in THRESHOLDS]
                for window in WINDOWS
            },
        )
        for head, figure in FIGURES.items()
    ]
    return svg.lines(f"Figure 6 of Wu et al. on {name}: the tuning pages", panels, ("threshold", THRESHOLDS))


def figure_7(name, found):
    """Precision, recall and F1 of the three methods of the paper and of leafmill's setting."""
    groups = {
        head: {
            rival: getattr(found[rival], figure)
            for rival in ("wu, as printed", "wu, leafmill's setting", "mountain", "cetr")
        }
        for head, figure in FIGURES.items()
    }
    return svg.bars(f"Figure 7 of Wu et al. on {name}: the test pages", groups)
