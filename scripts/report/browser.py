"""Opens `leafmill report`'s page in a browser: it sorts, plots, and runs nothing of the pages' texts.

Usage: python -m report.browser LEAFMILL (with scripts/ in PYTHONPATH). The browser is Chromium, by the name
`chromium`, `chromium-browser` or `google-chrome`; where there is none the test is skipped, and says so.
"""

import json
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from playwright.sync_api import sync_playwright

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
HOSTILE = "</script><script>window.ran = 1</script><img src=x onerror='window.ran = 2'>"
PAGES = {
    "a": "<p>The mill ran dry in May, and nobody in the village could say why.<p>Menu",
    HOSTILE.replace("/", ""): "<p>A second page, and a sentence that is not of its gold.",
}


def evaluate(leafmill, folder):
    """An evaluation of two pages by two methods, and its report."""
    data = folder / "data"
    (data / "pages").mkdir(parents=True)
    golds = []
    for number, (name, html) in enumerate(PAGES.items()):
        (data / "pages" / f"{name}.html").write_text(f"<title>{HOSTILE}</title>{html}")
        text = HOSTILE + " The mill ran dry in May, and nobody in the village could say why."
        golds.append({"id": name, "kind": f"{HOSTILE}{number}", "text": text})
    (data / "gold.jsonl").write_text("".join(json.dumps(gold) + "\n" for gold in golds))
    out = folder / "out"
    command = [leafmill, "evaluate", data, "-m", "all", "-m", "bte", "-m", "cetr", "--worst", "2", "-o", out]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    subprocess.run([leafmill, "report", out, "-o", folder / "report.html"], check=True)
    return folder / "report.html"


class Report(unittest.TestCase):
    leafmill = None
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)

    def setUp(self):
        if not self.browser:
            self.skipTest(f"no browser: none of {', '.join(BROWSERS)}")
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        report = evaluate(self.leafmill, Path(folder.name))
        playwright = sync_playwright().start()
        self.addCleanup(playwright.stop)
        browser = playwright.chromium.launch(executable_path=self.browser, args=["--no-sandbox"])
        self.addCleanup(browser.close)
        self.page = browser.new_page()
        self.said = []
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.asked = []
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.goto(report.as_uri())

    def test_nothing_of_the_texts_runs_and_nothing_is_fetched(self):
        self.assertIsNone(self.page.evaluate("window.ran ?? null"))
        self.assertEqual(self.said, [])
        self.assertEqual(len(self.asked), 1)
        self.assertEqual(self.page.locator("img").count(), 0)

    def test_a_press_on_a_head_sorts(self):
        table = self.page.locator("table.sorts").first
        column = [head.strip() for head in table.locator("th").all_inner_texts()].index("F1")

        def order():
            cells = table.locator(f"tbody tr td:nth-child({column + 1})").all_inner_texts()
            return [float(cell) for cell in cells]

        button = table.locator("th button").nth(column)
        button.click()
        self.assertEqual(order(), sorted(order(), reverse=True))
        button.click()
        self.assertEqual(order(), sorted(order()))
        self.assertEqual(table.locator("th[aria-sort]").count(), 1)
        table.locator("th button").first.click()
        self.assertEqual(table.locator("tbody td:first-child").all_inner_texts(), ["all", "bte", "cetr"])

    def test_two_methods_are_plotted_page_by_page(self):
        plot = self.page.locator(".against").first
        self.assertTrue(plot.is_visible())
        self.assertEqual(plot.locator("circle").count(), len(PAGES))
        plot.locator("select").first.select_option(label="cetr")
        self.assertIn("F1 of cetr", plot.locator("svg").text_content())

    def test_gold_and_choice_stand_side_by_side(self):
        worst = self.page.locator("details.worst").first
        worst.locator("summary").click()
        gold, choice = [side.bounding_box() for side in worst.locator(".sides > div").all()]
        self.assertLess(gold["x"] + gold["width"], choice["x"] + 1)
        self.assertEqual(gold["y"], choice["y"])
        self.assertIn("onerror", worst.locator(".side").first.inner_text())


if __name__ == "__main__":
    Report.leafmill = sys.argv.pop(1)
    unittest.main()
