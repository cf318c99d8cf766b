import sys
import tempfile
import unittest
from pathlib import Path

from bench import measure, profile, report


def run(cpu, rss=20.0):
    return {"cpu": cpu, "wall": cpu, "rss_mb": rss, "rows": None}


RESULT = {
    "date": "2026-01-01",
    "command": "bench.sh set",
    "commit": "abc",
    "machine": {"cpu": "A", "cores": 2, "kernel": "Linux 6"},
    "data": {"name": "set", "pages": 10, "html_bytes": 4_000_000, "warc_bytes": 1, "warc_sha256": "0"},
    "versions": {"FastWARC": "2"},
    "load_before": 0.0,
    "load_after": 0.0,
    "files": [
        {
            "copies": 1,
            "runs": {
                "leafmill wu": [run(1.0), run(2.0), run(1.0)],
                report.PAIR: [run(4.0), run(4.0), run(5.0)],
                report.USUAL: [run(80.0)],
            },
        }
    ],
}


class Report(unittest.TestCase):
    def test_ratios_are_made_inside_a_round(self):
        row = next(line for line in report.summary(RESULT).splitlines() if line.startswith("| leafmill wu"))
        cells = [cell.strip() for cell in row.strip("|").split("|")]
        self.assertEqual(cells[1:4], ["1.00", "1.00–2.00", "1.00"])
        # 4/1, 4/2 and 5/1 against the pair; 80/1, 80/2, 80/1 against the one run; no floor.
        self.assertEqual(cells[-3:], ["4.00x", "80.00x", "–"])
        self.assertEqual(cells[5:7], ["10", "4"])

    def test_the_plot_names_everybody(self):
        plot = report.plot(RESULT)
        for name in RESULT["files"][0]["runs"]:
            self.assertIn(f">{name}</text>", plot)


class Scaling(unittest.TestCase):
    def test_threads_are_compared_inside_a_round(self):
        one, two = [run(4.0, 20), run(2.0, 22)], [run(2.0, 30), run(1.6, 31)]
        files = [
            {"copies": 1, "runs": {"leafmill wu --threads 1": one, "leafmill wu --threads 2": two}},
            {"copies": 5, "runs": {"leafmill wu --threads 1": one[:1], "leafmill wu --threads 2": two[:1]}},
        ]
        row = report.scaling(files).splitlines()[-1]
        self.assertEqual(row, "| leafmill wu | 1.62x | 2.00x | 21 | 20 | 30 | 30 |")


class Profile(unittest.TestCase):
    def test_samples_go_to_the_stage_of_their_symbol(self):
        lines = [
            "# Samples",
            "60\tleafmill\t[.] zlib_rs::inflate::inflate_fast",
            "20\tleafmill\t[.] <leafmill::dom::lex::Lexer as leafmill::dom::lex::Tokens>::next",
            "10\tleafmill\t[.] leafmill::dom::Dom::build",
            "5\t[kernel.kallsyms]\t[k] clear_page",
            "3\tlibc.so.6\t[.] __memmove_avx512",
            "2\tleafmill\t[.] main",
        ]
        taken = profile.counted(lines)
        self.assertEqual(taken["samples"], 100)
        self.assertEqual(
            {name: number for name, number in taken["stages"].items() if number},
            {"unpack (gzip, CRC)": 60, "tokens": 20, "tree": 10, profile.LIBRARY: 3, profile.KERNEL: 5, profile.OTHER: 2},
        )
        self.assertIn("| tree | 10.0 % |", profile.tables({"wu": taken}))


class Measure(unittest.TestCase):
    def test_rounds_count_rows_and_take_whole_processes(self):
        script = "import sys; sys.stdout.write(open(sys.argv[1]).read())"
        field = [
            measure.Contender("twice", [sys.executable, "-c", script, "{}"]),
            measure.Contender("once", [sys.executable, "-c", script, "{}"], once=True),
        ]
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "rows"
            file.write_text("a\nb\n")
            taken = measure.rounds(field, file, 2, 2)
            self.assertEqual([len(taken[name]) for name in ("twice", "once")], [2, 1])
            self.assertGreater(taken["twice"][0].rss_mb, 1)
            with self.assertRaises(SystemExit):
                measure.rounds(field, file, 3, 1)


if __name__ == "__main__":
    unittest.main()
