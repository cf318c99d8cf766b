"""Reads an archive in Spark's local mode, or by leafmill alone, and prints what it took, as JSON.

Usage: spark_tasks.py ARCHIVE CORES TASKS

CORES is how many tasks run at once, and TASKS how many parts the archive is cut into; with no cores it is
read by `Extractor.read` on one thread, without Spark. What is printed is a list, an entry a reading: Spark reads
the archive twice in one session, since while it does so for the first time Java compiles what it runs. `tasks`
are the seconds that the tasks ran, together, and `wall` those from the start of the first to the end of the last,
as Spark's log of events has them.
"""

import json
import sys
import tempfile
import time
from pathlib import Path

import leafmill


def alone(archive):
    """Seconds of one thread without Spark."""
    begun = time.perf_counter()
    for _ in leafmill.Extractor("grain").read(archive, threads=1):
        pass
    wall = time.perf_counter() - begun
    return [{"tasks": wall, "wall": wall}]


def by_spark(archive, cores, tasks):
    """Seconds of Spark's tasks."""
    from leafmill.spark import LeafmillDataSource
    from pyspark.sql import SparkSession

    with tempfile.TemporaryDirectory() as log:
        session = (
            SparkSession.builder.master(f"local[{cores}]")
            .config("spark.eventLog.enabled", True)
            .config("spark.eventLog.dir", log)
            .config("spark.eventLog.rolling.enabled", False)
            .config("spark.eventLog.compress", False)
            .config("spark.ui.enabled", False)
            .getOrCreate()
        )
        session.dataSource.register(LeafmillDataSource)
        part = -(-archive.stat().st_size // tasks)
        pages = session.read.format("leafmill").option("bytes", part).load(str(archive))
        for _ in range(2):
            pages.write.format("noop").mode("overwrite").save()
        session.stop()
        [file] = Path(log).iterdir()
        events = map(json.loads, file.read_text().splitlines())
        ended = [event for event in events if event["Event"] == "SparkListenerTaskEnd"]
    readings = {}
    for event in ended:
        readings.setdefault(event["Stage ID"], []).append(event["Task Info"])
    if [len(infos) for infos in readings.values()] != [tasks, tasks]:
        sys.exit(f"{len(ended)} tasks instead of twice {tasks}")
    return [taken(infos) for _, infos in sorted(readings.items())]


def taken(infos):
    """Seconds of the tasks of one reading."""
    begun, ended = ([task[time] for task in infos] for time in ("Launch Time", "Finish Time"))
    return {
        "tasks": (sum(ended) - sum(begun)) / 1000,
        "wall": (max(ended) - min(begun)) / 1000,
    }


def main():
    archive, cores, tasks = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    print(json.dumps(by_spark(archive, cores, tasks) if cores else alone(archive)))


if __name__ == "__main__":
    main()
