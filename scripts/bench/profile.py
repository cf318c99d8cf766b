"""Where the CPU time goes: samples of a whole process by the stage of the data flow they fall in."""

import re
import shutil
import subprocess
from pathlib import Path

# The stages in their order, and which symbols are theirs; a symbol goes to the first that knows it.
STAGES = {
    "unpack (gzip, CRC)": r"zlib_rs|flate2|crc32",
    "read and frame (WARC, HTTP)": r"leafmill::source|httparse|memchr",
    "decode": r"leafmill::decode|encoding_rs|chardetng|from_utf8|simdutf8",
    "tokens": r"leafmill::dom::(lex|tl|attribute|tag)|\btl::|htmlize",
    "tree": r"leafmill::dom",
    "leaves and their sums": r"leafmill::(page|text::fold)",
    "method": r"leafmill::(extract|leaf_id|text)",
    "text, documents": r"leafmill::(content|render|output|pipeline)|serde_json",
}
KERNEL = "system (reading files, fresh memory)"
LIBRARY = "copying and allocating (C library)"
OTHER = "the rest"
PER_SECOND = 999


def shares(program, warc, folder, options):
    """Samples of each stage and the ten symbols with most, of one run over a WARC; `None` without
    perf."""
    if not shutil.which("perf"):
        return None
    data = Path(folder) / "perf.data"
    record = ["perf", "record", "-q", "-F", str(PER_SECOND), "-o", str(data), "--", str(program)]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    subprocess.run([*record, "extract", str(warc), "-o", "-", *options], check=True, **quiet)
    report = ["perf", "report", "-i", str(data), "--no-children", "--percent-limit", "0", "-F", "sample,dso,sym", "-t", "\t"]
    lines = subprocess.run(report, check=True, capture_output=True, text=True).stdout.splitlines()
    data.unlink()
    return counted(lines)


def counted(lines):
    """The samples of perf's lines, `samples, object, symbol`, by stage."""
    stages = dict.fromkeys([*STAGES, LIBRARY, KERNEL, OTHER], 0)
    symbols = {}
    for line in lines:
        if line.startswith("#") or line.count("\t") < 2:
            continue
        number, library, symbol = (part.strip() for part in line.split("\t", 2))
        symbol = symbol.split("] ", 1)[-1]
        stages[stage(library, symbol)] += int(number)
        symbols[symbol] = symbols.get(symbol, 0) + int(number)
    most = sorted(symbols.items(), key=lambda item: (-item[1], item[0]))[:10]
    return {"samples": sum(stages.values()), "stages": stages, "symbols": dict(most)}


def stage(library, symbol):
    """The stage of a symbol."""
    if library.startswith("[kernel"):
        return KERNEL
    known = next((name for name, pattern in STAGES.items() if re.search(pattern, symbol)), None)
    if known is None and library.startswith("libc"):
        return LIBRARY
    return known or OTHER


def tables(profiles):
    """Markdown: a column for each run, and what its leading symbols are."""
    names = list(profiles)
    lines = ["| share of the samples | " + " | ".join(names) + " |", "|---|" + "---:|" * len(names)]
    for name in [*STAGES, LIBRARY, KERNEL, OTHER]:
        cells = (percent(profile["stages"][name], profile) for profile in profiles.values())
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    lines.append("| samples | " + " | ".join(f"{profile['samples']:,}" for profile in profiles.values()) + " |")
    for name, profile in profiles.items():
        lines += ["", f"The functions that take most, `{name}`:", ""]
        lines += [f"- {percent(number, profile)} `{symbol}`" for symbol, number in profile["symbols"].items()]
    return "\n".join([*lines, ""])


def percent(number, profile):
    return f"{100 * number / max(profile['samples'], 1):.1f} %"
