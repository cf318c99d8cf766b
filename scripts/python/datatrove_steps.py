"""One run of datatrove over an archive: datatrove_steps.py none|leafmill|reader|trafilatura WARC OUTPUT"""

import sys
from pathlib import Path

from datatrove.executor import LocalPipelineExecutor
from datatrove.pipeline.extractors import Trafilatura
from datatrove.pipeline.readers import WarcReader
from datatrove.pipeline.writers import JsonlWriter

from leafmill.datatrove import Leafmill, LeafmillReader


def main(step, warc, output):
    folder, name = str(warc.parent), warc.name
    reader = WarcReader(folder, glob_pattern=name)
    steps = {
        "none": [],
        "leafmill": [reader, Leafmill(timeout=10)],
        "reader": [LeafmillReader(folder, glob_pattern=name)],
        "trafilatura": [reader, Trafilatura(timeout=10)],
    }[step]
    if steps:
        pipeline = [*steps, JsonlWriter(f"{output}/out")]
        # Each round does the work anew.
        LocalPipelineExecutor(pipeline, logging_dir=f"{output}/logs", skip_completed=False).run()


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]).resolve(), sys.argv[3])
