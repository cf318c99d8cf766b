"""Wu, Chen, Zhu and Wang 2012: its protocol, and the counterparts of its Figures 6 and 7."""

import random

from papers import svg
from papers.text import articles, code, interval, listed, percent, prf, sentences, table, three

# Pages that learn, tune and test in the paper, of 1,300.
PARTS = {"train": 300, "tune": 500, "test": 500}
WINDOWS = (1, 3, 5, 7, 9)
THRESHOLDS = (0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
SEED = 1
PRINTED = (5, 0.9)
# What the paper leaves open, as settings that differ from a preset in one reading.
READINGS = {
    "": "as it is",
    "denominator=mean": "equation 2 divides by the mean of two lengths",
    "denominator=min": "by the shorter",
    "only_child=0": "an only child takes no bit",
    "beta=1.5": "equation 1 raises anchors by half",
    "stops=full": "`!`, `?` and `…` are no stops",
    "mean=raw": "Definition 4 has the mean of raw scores",
    "degree=pairs": "equation 7 is over all pairs",
    "smoothing=literal": "equation 3 pulls to the window's mean",
    "smoothing=relevance": "equation 3 is a mean weighted by relevance",
    "smoothing=none": "no smoothing, an ablation of the paper",
    "choose=leaves": "no blocks, another",
}
PRESETS = {"wu": (), "wu(paper)": ("paper",)}
# A difference from the preset that is none.
NONE = 0.001
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
    read = {
        preset: readings(runner, data, name, preset, trained, files["test"]) for preset in PRESETS
    }
    return {
        "wu.md": text(name, sizes, scores, best, found, read),
        "wu-figure-6.svg": figure_6(name, scores),
        "wu-figure-7.svg": figure_7(name, found),
    }


def readings(runner, data, name, preset, trained, test):
    """Of each reading, its score without clusters on all pages, and with its own on the test pages."""
    settings = {reading: [*PRESETS[preset], *filter(None, [reading])] for reading in READINGS}
    bare = {reading: f"wu({','.join([*given, 'k=0'])})" for reading, given in settings.items()}
    learnt = {reading: trained("wu", *given) for reading, given in settings.items()}
    everything = runner.evaluate([data], bare.values(), ["words"])
    tested = runner.evaluate([data], learnt.values(), ["words"], ["--only", test])
    return {
        reading: (everything.score(name, bare[reading]), tested.score(name, learnt[reading]))
        for reading in READINGS
    }


def text(name, sizes, scores, best, found, read):
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

*Relevance-based content extraction of HTML documents*, J. Cent. South Univ. 19:1921–1926.
1,300 of the 70,000 pages of CWT70th (Peking University; not to be had), drawn at random and marked by hand:
300 train k-means, 500 tune window and threshold (Figure 6), 500 test (Figure 7). Here the same on {name},
seed {SEED}: {counts}; each setting learns its own centroids from the training pages.
Measure `words`: the paper does not say what its H0, H1 and H2 count.

## Figure 6: window and threshold

![precision, recall and F1 by threshold, a line a window](wu-figure-6.svg)

{figure}
{sentences(of_tuning(scores, best))}
## Figure 7: the rivals

![precision, recall and F1 of the methods](wu-figure-7.svg)

{tests}
The paper: precision 93.8, recall 96.5 for its method; its figure, without numbers in the text, has
text-to-tag first in recall and last in precision, and MM between the two in F1. Here `cetr` stands for
text-to-tag, whose successor it is, and `mountain` is a reconstruction of MM from what the paper says of it.

By precision the order here is {order(found, "precision")}, by recall {order(found, "recall")}.

{sentences(of_tests(found))}
## What the paper leaves open

Equations 2 and 3 are lost in the text that survives, Definition 4 does not say which mean, equation 7 not which
leaves, and equation 1 not what "fully stopped" is. Each reading is a parameter: one at a time, without clusters
(`k=0`, all pages) and with centroids of its own (the test pages), with the difference in F1 from the preset.

{"".join(of_preset(preset, rows) for preset, rows in read.items())}"""


def of_preset(preset, rows):
    """The readings of one preset."""

    def beside(which):
        base = rows[""][which].f1
        return {reading: f"{score[which].f1 - base:+.3f}" if reading else "" for reading, score in rows.items()}

    bare, learnt = beside(0), beside(1)
    lines = [
        [READINGS[reading], code(reading) if reading else "", *prf(every), bare[reading], three(tested.f1), learnt[reading]]
        for reading, (every, tested) in rows.items()
    ]
    head = ["reading", "parameter", "P", "R", "F1", "against it", "F1 of test pages", "against it"]
    return f"**{code(preset)}**\n\n{table(head, lines)}\n{sentences(of_readings(rows))}\n"


def of_readings(rows):
    """Which readings are of no matter, and which matters most."""
    by = {reading: score[0].f1 - rows[""][0].f1 for reading, score in rows.items() if reading and score[0] != rows[""][0]}
    same = [reading for reading in READINGS if reading and reading not in by]
    near = [reading for reading, change in by.items() if abs(change) <= NONE]
    far = max(by, key=lambda reading: abs(by[reading]), default=None)
    return [
        same and f"Without clusters no page's score changes by {listed([code(reading) for reading in same])}.",
        near and f"Within {three(NONE)}: {listed([code(reading) for reading in near])}.",
        far and f"{code(far)} changes most, by {by[far]:+.3f}.",
    ]


def of_tuning(scores, best):
    """What Figure 6 says here, beside what it says in the paper."""

    def rises(figure, sign):
        pairs = zip(THRESHOLDS, THRESHOLDS[1:])
        steps = [(w, a, b) for a, b in pairs for w in WINDOWS]
        def value(window, limit):
            return getattr(scores[window, limit], figure)

        return sum(sign * (value(w, b) - value(w, a)) >= 0 for w, a, b in steps), len(steps)

    def fall(window, start, end):
        return 100 * (scores[window, start].recall - scores[window, end].recall)

    (down, steps), (up, _) = rises("recall", -1), rises("precision", 1)
    smooth = max(score.f1 for (window, _), score in scores.items() if window > 1)
    plain = max(score.f1 for (window, _), score in scores.items() if window == 1)
    return [
        f"As in the paper recall falls with the threshold, in {down} of {steps} steps, and precision rises, in {up}.",
        f"The best with smoothing has an F1 of {percent(smooth)}, the best without (window 1) {percent(plain)}.",
        f"The paper's recall falls by 24.5 from 0.8 to 1; here by {fall(5, 0.8, 1.0):.1f} at window 5 and by "
        f"{fall(1, 0.8, 1.0):.1f} at window 1.",
        f"The best is window {best[0]} and threshold {best[1]:g}, where the paper has {PRINTED[0]} and {PRINTED[1]:g}.",
    ]


def of_tests(found):
    """What the test pages say of the printed and the tuned setting."""
    names = {"wu, paper's reading, tuned": "The tuned setting", "wu, leafmill's setting": "Leafmill's setting"}
    printed = found["wu, as printed"].f1
    lines = [f"{said} is {100 * (found[rival].f1 - printed):+.1f} from the printed one in F1." for rival, said in names.items()]
    kinds = found["wu, as printed"].kinds
    if len(kinds) > 1:
        lines.append(f"These pages are of {len(kinds)} kinds; the paper's are not said to be of any but one.")
    return lines


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
