"""What a benchmark leaves behind: README.md, run.json, summary.md and a plot."""

import json
from statistics import median

from bench import profile

# What ratios are made against.
PAIR = "FastWARC + resiliparse"
USUAL = "warcio + trafilatura"
FLOOR = "libdeflate-gunzip -c"
TITLES = {1: "One copy", 5: "Five copies"}


def write(folder, result):
    """Writes the results folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "run.json").write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    (folder / "summary.md").write_text(summary(result), encoding="utf-8")
    (folder / "README.md").write_text(readme(result), encoding="utf-8")
    if result["profiles"]:
        (folder / "profile.md").write_text(profile.tables(result["profiles"]), encoding="utf-8")
    (folder / "cpu.svg").write_text(plot(result), encoding="utf-8")


def readme(result):
    """Where the figures come from."""
    machine, data = result["machine"], result["data"]
    versions = ", ".join(f"{name} {version}" for name, version in result["versions"].items())
    return f"""# Whole processes, {result["date"]}

- command: `{result["command"]}`
- commit: {result["commit"]}
- machine: {machine["cpu"]}, {machine["cores"]} cores, {machine["kernel"]}; load average
  {result["load_before"]:.1f} before and {result["load_after"]:.1f} after
- data: {data["name"]}, {data["pages"]} pages, {data["html_bytes"] / 1e6:.1f} MB of HTML, as a WARC of
  {data["warc_bytes"] / 1e6:.1f} MB, one gzip member a record (SHA-256 {data["warc_sha256"]})
- peers: {versions}

CPU is user and system time of the whole process, from its start to its end, all threads together.
Figures are medians with their range; ratios are made inside a round and then taken as medians. The
wall clock and what follows from it (threads) mean something only where the load is low.

- `summary.md`: the tables. `cpu.svg`: the first of them as a plot. `run.json`: every round.
- `profile.md`, where `perf` was installed: what each stage takes of the time of five copies on one
  thread, by samples.
"""


def summary(result):
    """The tables in Markdown."""
    tables = [
        table(result["data"], file["copies"], {name: rounds for name, rounds in file["runs"].items() if rounds})
        for file in result["files"]
    ]
    return "\n".join([*tables, scaling(result["files"])])


def scaling(files):
    """What a second thread brings, and what memory four more copies take."""
    lines = ["### Two threads, and five copies", ""]
    copies = [TITLES[file["copies"]].lower() for file in files]
    heads = [f"throughput of 2 threads over 1, {name}" for name in copies]
    heads += [f"peak MB of {count}, {name}" for count in ("1 thread", "2 threads") for name in copies]
    lines += ["| program | " + " | ".join(heads) + " |", "|---|" + "---:|" * len(heads)]
    for name in files[0]["runs"]:
        if not name.endswith("--threads 1"):
            continue
        both = [(file["runs"][name], file["runs"][name[:-1] + "2"]) for file in files]
        cells = [f"{median(a['wall'] / b['wall'] for a, b in zip(*pair)):.2f}x" for pair in both]
        cells += [f"{median(run['rss_mb'] for run in pair[at]):.0f}" for at in (0, 1) for pair in both]
        lines.append(f"| {name.removesuffix(' --threads 1')} | " + " | ".join(cells) + " |")
    return "\n".join([*lines, ""])


def table(data, copies, runs):
    """One file's table. A contender that ran once has its one run in every ratio."""
    pages, megabytes = data["pages"] * copies, data["html_bytes"] * copies / 1e6
    lines = [
        f"### {TITLES[copies]}: {pages:,} pages, {megabytes:,.0f} MB of HTML",
        "",
        "| program | CPU s | range | wall s | peak MB | pages/CPU s | HTML MB/CPU s "
        f"| faster than {PAIR} | than {USUAL} | CPU of {FLOOR} |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for name, rounds in runs.items():
        cpu = [run["cpu"] for run in rounds]
        middle = median(cpu)
        cells = [
            f"{middle:.2f}",
            f"{min(cpu):.2f}–{max(cpu):.2f}" if len(cpu) > 1 else "one run",
            f"{median(run['wall'] for run in rounds):.2f}",
            f"{max(run['rss_mb'] for run in rounds):.0f}",
            f"{pages / middle:,.0f}",
            f"{megabytes / middle:,.0f}",
            ratio(runs.get(PAIR), rounds),
            ratio(runs.get(USUAL), rounds),
            ratio(rounds, runs.get(FLOOR)),
        ]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join([*lines, ""])


def ratio(over, under):
    """The median of the rounds' ratios of CPU, as `3.1x`; a dash where one of the two did not run."""
    if not over or not under:
        return "–"
    number = max(len(over), len(under))
    turns = range(number)
    return f"{median(over[at % len(over)]['cpu'] / under[at % len(under)]['cpu'] for at in turns):.2f}x"


def plot(result):
    """Bars of HTML per CPU second over the single copy, with the range of the rounds."""
    runs = next(file["runs"] for file in result["files"] if file["copies"] == 1)
    megabytes = result["data"]["html_bytes"] / 1e6
    speeds = {name: sorted(megabytes / run["cpu"] for run in rounds) for name, rounds in runs.items() if rounds}
    left, width, row = 330, 470, 24
    most = max(values[-1] for values in speeds.values())
    height = 56 + row * len(speeds)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + width + 90} {height}" '
        'font-family="sans-serif" font-size="12" role="img">',
        f"<title>MB of HTML per CPU second, {result['data']['name']}, {result['date']}</title>",
        '<rect width="100%" height="100%" fill="#fff"/>',
        '<text x="12" y="22" font-size="14">MB of HTML per CPU second, WARC in, JSONL out (bar: median; line: range)</text>',
    ]
    for index, (name, values) in enumerate(speeds.items()):
        top = 40 + row * index
        low, middle, high = (left + width * value / most for value in (values[0], median(values), values[-1]))
        colour = "#2a6f97" if name.startswith("leafmill") else "#9aa5ad"
        parts += [
            f'<text x="{left - 8}" y="{top + 13}" text-anchor="end">{escaped(name)}</text>',
            f'<rect x="{left}" y="{top}" width="{middle - left:.1f}" height="16" fill="{colour}"/>',
            f'<line x1="{low:.1f}" x2="{high:.1f}" y1="{top + 8}" y2="{top + 8}" stroke="#222"/>',
            f'<text x="{max(middle, high) + 6:.1f}" y="{top + 13}">{median(values):,.0f}</text>',
        ]
    return "\n".join([*parts, "</svg>", ""])


def escaped(text):
    return text.replace("&", "&amp;").replace("<", "&lt;")
