# SPDX-FileCopyrightText: The pallasbench authors
# SPDX-License-Identifier: Apache-2.0
"""Where an edition of the dataset comes from: one JSON object about a file that export wrote.

usage: edition.py RECORDS.jsonl SOURCE_TREE > RECORDS.json
SOURCE_TREE is what `git rev-parse HEAD:include` printed for the export that wrote the file.
"""

import collections
import json
import pathlib
import sys

if len(sys.argv) != 3:
    sys.exit(__doc__)
path = pathlib.Path(sys.argv[1])
records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def only(values):
    """What all records agree on."""
    found = set(values)
    if len(found) != 1:
        sys.exit(f"{path}: the records are of several runs: {sorted(map(str, found))}")
    return found.pop()


def of_machine(field):
    return only(record["environment"][field] for record in records)


json.dump({
    "file": path.name,
    "device_name": of_machine("device_name"),
    "driver": of_machine("driver"),
    "cuda_version": of_machine("cuda_version"),
    "date": of_machine("created_at"),
    "source_tree": sys.argv[2],
    "source_hash": of_machine("source_hash"),
    "size": only(record["size"] for record in records),
    "records": len(records),
    "status": collections.Counter(record["status"] for record in records),
    "surviving_mutants": sum(len(record["result"]["mutants"]["survivors"]) for record in records),
    "mutants_tried": sum(record["result"]["mutants"]["tried"] for record in records),
    "wall_time_seconds": sum(record["result"]["wall_time_seconds"] for record in records),
}, sys.stdout, indent=1)
print()
