"""Runs one command and prints what the kernel says of its process, as JSON.

    python3 -I -S one.py drop|count COMMAND...

A child's peak of memory is at least what its parent holds when it starts it, so the parent is this
small program, at some 10 MB, and not the benchmark. Standard output goes nowhere, or has its lines
counted.
"""

import os
import subprocess
import sys
import time


def main(sink, *command):
    began = time.monotonic()
    count = sink == "count"
    out = subprocess.PIPE if count else subprocess.DEVNULL
    process = subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL)
    rows = "null"
    if count:
        with process.stdout as pipe:
            rows = sum(block.count(b"\n") for block in iter(lambda: pipe.read(1 << 20), b""))
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.monotonic() - began
    process.returncode = os.waitstatus_to_exitcode(status)
    cpu, rss = usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024
    print(f'{{"code": {process.returncode}, "cpu": {cpu}, "wall": {wall}, "rss_mb": {rss}, "rows": {rows}}}')


if __name__ == "__main__":
    main(*sys.argv[1:])
