# SPDX-FileCopyrightText: The pallasbench authors
# SPDX-License-Identifier: Apache-2.0
"""The committed edition of the dataset: whole, in order, right, and described as it is.

usage: edition_test.py EXPORT RESULTS_FOLDER
"""

import json
import pathlib
import re
import subprocess
import sys

export, results = sys.argv[1], pathlib.Path(sys.argv[2])
editions = sorted(results.glob("edition*.jsonl"))
assert editions, f"there is no edition in {results}"
names = subprocess.run([export, "--list"], capture_output=True, text=True, check=True).stdout.split()


def applied(record):
    """source_original with the record's diff applied, every line of context checked."""
    before, after = record["source_original"].splitlines(True), []
    at = 0
    for line in record["diff"].splitlines(True):
        hunk = re.match(r"@@ -(\d+)", line)
        if hunk:
            after += before[at:int(hunk[1]) - 1]
            at = int(hunk[1]) - 1
        elif line[0] in " -" and not line.startswith("--- "):
            assert before[at] == line[1:], (record["kernel_name"], line)
            after += [line[1:]] if line[0] == " " else []
            at += 1
        elif line[0] == "+" and not line.startswith("+++ "):
            after.append(line[1:])
    return "".join(after + before[at:])


for path in editions:
    records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert [record["kernel_name"] for record in records] == names, f"{path}: not all, or not in order"
    for record in records:
        name, result = record["kernel_name"], record["result"]
        assert record["status"] == "ok", name
        assert result["correctness_passed"] and result["robustness_passed"], name
        assert result["mutants"]["survivors"] == [], name
        assert result["kernel_exec_time_seconds"] > 0, name
        assert record["original"]["compiled"] is not None, name
        assert applied(record) == record["source_fixed"], name
    about = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    assert about["records"] == len(records) and about["file"] == path.name
    for record in records:
        for field in ("device_name", "driver", "cuda_version", "source_hash"):
            assert record["environment"][field] == about[field], (record["kernel_name"], field)
    print(f"{path.name}: {len(records)} records, {about['mutants_tried']} mutants rejected")
