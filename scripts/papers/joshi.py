"""Joshi and Liu 2009: the article's text, and its images."""

from papers.text import articles, code, listed, prf, sentences, table, three

TEXT = ["joshi", "joshi(link_ratio=1)", "joshi(choose=largest)", "joshi(min_chars=200)"]
# An F1 from which the paper's 90 % is near.
NEAR = 0.85
IMAGES = ["joshi", "joshi(images=all)", "joshi(itself=on)", "joshi(against=body)", "joshi(names=off)", "joshi(paper)", "joshi(paper,itself=on)"]


def page(runner, sets):
    """The page; images are judged on the data sets that have gold for them."""
    words = runner.evaluate(sets, TEXT, ["words"])
    images = runner.evaluate(sets, IMAGES, ["images"])
    return {"joshi.md": text(words, images)}


def text(words, images):
    """The page."""
    rows = [
        [f"{name}, {pages}", code(spec), *prf(words.score(name, spec)), articles(words.score(name, spec))]
        for name, pages in words.sets.items()
        for spec in (TEXT if "article" in words.score(name, TEXT[0]).kinds else TEXT[:1])
    ]
    kept = [
        [f"{name}, {pages}", code(spec), *prf(images.score(name, spec, "images"))]
        for name, pages in images.sets.items()
        for spec in IMAGES
    ]
    shown = table(["pages", "spec", "P", "R", "F1"], kept) if kept else "None of these data sets has gold images.\n"
    return f"""# Joshi and Liu 2009

*Web document text and images extraction using DOM analysis and natural language processing*, DocEng '09.
The paper has two figures, in its last paragraph, without the pages they are of: text and captions are found
with an accuracy "over 90%", and the images that belong to the article are told with "around 83%".

## Text

{table(["pages", "spec", "P", "R", "F1", "F1 of articles"], rows)}
The first parent of paragraphs with 500 characters is a rule for news of 2009: it holds where a page is one
article with its paragraphs side by side.

{sentences(of_text(words))}
## Images

{shown}
Scores are of all images together. {code("joshi(images=all)")} keeps every image of the article, a baseline
that the paper leaves out. GATE is replaced by rules of our own (`entities.rs`).

{sentences(of_images(images))}"""


def of_text(words):
    """What the rows of the text say."""
    f1 = {name: words.score(name, TEXT[0]).f1 for name in words.sets}
    near = [name for name, score in f1.items() if score >= NEAR]
    largest = [name for name in f1 if words.score(name, "joshi(choose=largest)").f1 > f1[name]]
    return [
        near and f"Within .05 of the paper's 90 or above: {listed(near)}.",
        len(near) < len(f1) and f"Below: {listed([name for name in f1 if name not in near])}.",
        largest and f"The largest subtree does better than the first, against the paper's advice, on {listed(largest)}.",
    ]


def of_images(images):
    """What the rows of the images say."""
    said = []
    for name in images.sets:
        scores = {spec: images.score(name, spec, "images") for spec in IMAGES}
        best = max(scores, key=lambda spec: scores[spec].f1)
        every, own = scores["joshi(images=all)"], scores["joshi"]
        said.append(
            f"{name}: {code(best)} has the highest F1. Beside keeping every image, judging captions has a "
            f"precision of {three(own.precision)} for {three(every.precision)} and a recall of "
            f"{three(own.recall)} for {three(every.recall)}."
        )
        said.append(
            f"{name}: where a caption may be compared with itself the paper's setting has a recall of "
            f"{three(scores['joshi(paper,itself=on)'].recall)}, where not of {three(scores['joshi(paper)'].recall)}."
        )
    return said
