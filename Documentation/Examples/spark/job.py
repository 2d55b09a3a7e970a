#!/usr/bin/env python3
"""Selects and reformats JSON Lines by `jsonq` as a worker of Apache Spark's `pipe()`, and checks what comes out.

    job.py --jsonq PATH [--mapper PATH] [--megabytes N] [--folder FOLDER]

Spark runs two executor processes of one core each (`local-cluster`). What is checked:

- the lines of all splits, in order, are those of a single `jsonq` over the whole text;
- so they are when a worker is killed in its midst: Spark does the task again, and no line is lost or doubled;
- an invalid record fails the task, whose error has its line and column in the split; by `--keep-going` it is reported and
  passed over, and all other records come out;
- the lines of a small Swift program that maps them to models, started the same way, are those of that program alone;
- Spark's own `from_json` and `to_json` keep as many records; their time is printed beside that of `jsonq`.
"""

import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

from pyspark.sql import SparkSession
from pyspark.sql import functions as F

FILTER = "select(.level == \"warning\")"
SCHEMA = "id BIGINT, level STRING, station STRUCT<name STRING, height DOUBLE>, values ARRAY<DOUBLE>, note STRING"


def write_records(path, megabytes):
    """Writes about so many megabytes of lines; returns their number."""
    levels = ["info", "info", "warning", "debug"]
    count = 0
    with open(path, "w", encoding="utf-8") as file:
        size = 0
        while size < megabytes << 20:
            lines = []
            for _ in range(2000):
                record = {
                    "id": count, "level": levels[count % 4], "station": {"name": "Blüemlisalp", "height": 2834.5},
                    "values": [count / 8, -1.5, 1e3], "note": "x" * (count % 60),
                }
                lines.append(json.dumps(record, ensure_ascii=False))
                count += 1
            text = "\n".join(lines) + "\n"
            size += len(text.encode())
            file.write(text)
    return count


def lines_of(folder):
    """The lines that Spark has saved, in the order of the splits."""
    parts = sorted(pathlib.Path(folder).glob("part-*"))
    return b"".join(part.read_bytes() for part in parts)


def check(holds, what):
    if not holds:
        sys.exit(f"error: {what}")
    print(f"holds: {what}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--jsonq", required=True)
    parser.add_argument("--mapper")
    parser.add_argument("--megabytes", type=int, default=200)
    parser.add_argument("--folder")
    arguments = parser.parse_args()
    folder = pathlib.Path(arguments.folder or tempfile.mkdtemp())
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    source = folder / "records.ndjson"
    count = write_records(source, arguments.megabytes)
    megabytes = source.stat().st_size / 1e6
    print(f"{count} records, {megabytes:.0f} MB")

    os.environ["PYSPARK_PYTHON"] = sys.executable
    spark = (
        SparkSession.builder.master("local-cluster[2,1,1024]").appName("jsonq")
        .config("spark.ui.enabled", "false").config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.driver.host", "127.0.0.1").config("spark.sql.shuffle.partitions", "2")
        .config("spark.log.level", "OFF").getOrCreate())
    context = spark.sparkContext
    # As `spark-submit --files jsonq` does: each executor gets the file, and runs it by its path there.
    context.addFile(arguments.jsonq)
    program = "./" + pathlib.Path(arguments.jsonq).name

    def piped(path, command, name, fails=True):
        """Pipes each split through a command; returns what was saved and the seconds it took."""
        result = folder / name
        start = time.monotonic()
        context.textFile(str(path), 8).pipe(command, checkCode=fails).saveAsTextFile(str(result))
        return lines_of(result), time.monotonic() - start

    # `true` first, so that the executors have started before anything is measured.
    context.parallelize(range(2), 2).pipe("true").collect()

    start = time.monotonic()
    expected = subprocess.run(
        [arguments.jsonq, "--jobs", "1", "-c", FILTER, str(source)], stdout=subprocess.PIPE, check=True).stdout
    alone = time.monotonic() - start
    command = f"{program} --jobs 1 -c '{FILTER}'"
    found, seconds = piped(source, command, "selected")
    check(found == expected, "all splits together are what one jsonq writes")

    marker = folder / "killed"
    killed = folder / "killed.sh"
    killed.write_text(
        f"#!/bin/sh\n# The first worker is killed when it has written a part.\n"
        f"if mkdir '{marker}' 2>/dev/null; then\n    {program} --jobs 1 -c '{FILTER}' | head -c 100000\n    kill -9 $$\nfi\n"
        f"exec {program} --jobs 1 -c '{FILTER}'\n")
    killed.chmod(0o755)
    found, _ = piped(source, str(killed), "again")
    check(marker.exists() and found == expected, "a task that was killed is done again, and no line is lost or doubled")

    broken = folder / "broken.ndjson"
    lines = source.read_bytes().split(b"\n")[:20_000]
    lines[15_000] = b'{"id": 15000, "level": "warning", }'
    broken.write_bytes(b"\n".join(lines) + b"\n")
    try:
        piped(broken, command, "failed")
        failed = False
    except Exception as error:  # Py4J's, with the message of the task
        failed = "exited with error code 5" in str(error)
    check(failed, "an invalid record fails the task")
    found, _ = piped(
        broken, f"sh -c \"{program} --jobs 1 -c --keep-going . 2>>{folder}/messages\"", "passed", fails=False)
    check(len(found.splitlines()) == 19_999, "--keep-going passes over the invalid record only")
    messages = (folder / "messages").read_text()
    check("<stdin>:" in messages and "id\": 15000" in messages, "its line and column in the split are reported")

    if arguments.mapper:
        context.addFile(arguments.mapper)
        own = subprocess.run(
            [arguments.mapper], stdin=open(source, "rb"), stdout=subprocess.PIPE, check=True).stdout
        found, mapped = piped(source, "./" + pathlib.Path(arguments.mapper).name, "mapped")
        check(found == own and found.count(b"\n") == count, "models of all splits are those of the program alone")
        print(f"pipe to the mapper: {mapped:.1f} s, {megabytes / mapped:.0f} MB/s")

    start = time.monotonic()
    frame = spark.read.text(str(source)).select(F.from_json("value", SCHEMA).alias("record"))
    frame.filter("record.level = 'warning'").select(F.to_json("record").alias("value")).write.text(
        str(folder / "own"))
    own_seconds = time.monotonic() - start
    check(
        lines_of(folder / "own").count(b"\n") == expected.count(b"\n"), "from_json and to_json keep as many records")
    print(f"jsonq alone, one job:    {alone:.2f} s, {megabytes / alone:.0f} MB/s")
    print(f"pipe to jsonq, by Spark: {seconds:.1f} s, {megabytes / seconds:.0f} MB/s")
    print(f"from_json and to_json:   {own_seconds:.1f} s, {megabytes / own_seconds:.0f} MB/s")
    spark.stop()
    shutil.rmtree(folder)


if __name__ == "__main__":
    main()
