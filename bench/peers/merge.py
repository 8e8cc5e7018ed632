# SPDX-FileCopyrightText: The pallasbench authors
# SPDX-License-Identifier: Apache-2.0
"""Puts what several processes measured of one library, each of some of the kernels, into one object.

usage: merge.py PART.json... > FILE.json

The parts are torch_peers.py's or jax_peers.py's. Parts of another library, device, driver, size, dtype,
method or source tree are refused with exit status 2, and so is a kernel that two parts have. The date
is the last part's.
"""

import argparse
import json
import pathlib
import sys

import kernels

OF_A_PART = {"date", "kernels", "dispatch_seconds"}


class Refusal(Exception):
    """The parts are not of one run; says why, in a sentence."""


def merge(parts):
    """[(name, data)] as one object. Raises Refusal."""
    first_name, first = parts[0]
    found = {}
    for name, data in parts:
        for fact in sorted((first.keys() | data.keys()) - OF_A_PART):
            if first.get(fact) != data.get(fact):
                raise Refusal(f"{fact} differs: {first.get(fact)!r} in {first_name}, "
                              f"{data.get(fact)!r} in {name}")
        for entry in data["kernels"]:
            kernel = entry["kernel_name"]
            if kernel in found:
                raise Refusal(f"{kernel} is in two parts: {found[kernel][0]} and {name}")
            found[kernel] = (name, entry)
    order = list(kernels.KERNELS)
    entries = [entry for _, entry in sorted(found.values(), key=lambda of: order.index(
        of[1]["kernel_name"]))]
    return {**first, "date": max(data["date"] for _, data in parts), "kernels": entries}


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="+")
    chosen = parser.parse_args(arguments)
    try:
        merged = merge([(path, json.loads(pathlib.Path(path).read_text(encoding="utf-8")))
                        for path in chosen.parts])
    except (Refusal, OSError, json.JSONDecodeError) as reason:
        print(f"merge: {reason}", file=sys.stderr)
        return 2
    print(json.dumps(merged, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
