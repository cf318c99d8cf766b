"""Extract a crawl with Spark: documents as Parquet, damage beside them.

On one machine:

    python scripts/spark_extract.py crawl/ out/

On a cluster, with the package in an archive that goes to every executor (`venv-pack -o leafmill.tar.gz`):

    spark-submit --master yarn --deploy-mode cluster --archives leafmill.tar.gz#env \\
        --conf spark.pyspark.python=env/bin/python --conf spark.executor.cores=4 \\
        scripts/spark_extract.py warc.paths.gz s3a://bucket/out/ --root s3://commoncrawl/
"""

import argparse
import os
import sys

from pyspark.sql import SparkSession

from leafmill.spark import LeafmillDataSource


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("input", help="a file, a directory, an address, or a list *.paths[.gz]")
    parser.add_argument("output", help="where documents/ and damage/ are written")
    parser.add_argument("--method", default="grain", help="a spec, such as grain(scope=article)")
    parser.add_argument("--root", default="", help="put before each line of a list")
    parser.add_argument("--max-ms", default="10000", help="milliseconds a page may take")
    args = parser.parse_args()
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    spark = SparkSession.builder.appName("leafmill").getOrCreate()
    spark.dataSource.register(LeafmillDataSource)
    options = {"method": args.method, "root": args.root, "max_ms": args.max_ms}
    for table in ("documents", "damage"):
        source = spark.read.format("leafmill").options(table=table, **options)
        source.load(args.input).write.mode("overwrite").parquet(f"{args.output.rstrip('/')}/{table}")
    spark.stop()


if __name__ == "__main__":
    main()
