# SPDX-FileCopyrightText: The pallasbench authors
# SPDX-License-Identifier: Apache-2.0
"""Puts our times and the peers' side by side: one JSON object, or a table in Markdown.

usage: join.py OURS.json TORCH.json JAX.json... [--time warm|rotating|cold] [--markdown]
       > TABLE.json

OURS is bench_kernels'; the others are torch_peers.py's and
jax_peers.py's, and may each hold a part of the kernels. --time picks the same time on both sides:
warm is kernel_exec_time_seconds, calls on the same arrays. Files of another device, driver, size or
dtype are refused with exit status 2, and so is a peer's time that two files give. A missing value
is null.

roofline_fraction is the time that moving bytes_moved takes at ceiling_gbps, the rate of plain
kernels that read and write in the same proportion, over our time; it says little of kernels that
are bound by arithmetic. best_peer_over_ours above 1: ours is faster.
"""

import argparse
import json
import math
import pathlib
import sys

TIMES = {"warm": "kernel_exec_time_seconds", "rotating": "kernel_exec_time_rotating_seconds",
         "cold": "kernel_exec_time_cold_l2_seconds"}
SAME = ("device_name", "driver", "size", "dtype")


class Refusal(Exception):
    """The files are not to be joined; says why, in a sentence."""


def facts_of(data):
    return {"dtype": "f32", **data}


def check_same(ours_name, ours, name, data):
    for fact in SAME:
        here, there = facts_of(ours).get(fact), facts_of(data).get(fact)
        if here != there:
            raise Refusal(f"{fact} differs: {here!r} in {ours_name}, {there!r} in {name}")


def ratio(above, below):
    """None where either is missing."""
    return above / below if above is not None and below else None


def geometric_mean(values):
    return math.exp(math.fsum(map(math.log, values)) / len(values)) if values else None


def collect(ours_name, ours, peer_files):
    """{kernel: {peer: fields}} and the peers in order."""
    found, peers = {}, []
    for name, data in peer_files:
        check_same(ours_name, ours, name, data)
        for entry in data["kernels"]:
            for fields in entry["peers"]:
                peer = fields["peer"]
                if peer not in peers:
                    peers.append(peer)
                of_kernel = found.setdefault(entry["kernel_name"], {})
                if peer in of_kernel:
                    raise Refusal(f"{entry['kernel_name']} of {peer} is in two files: "
                                  f"{of_kernel[peer][0]} and {name}")
                of_kernel[peer] = (name, fields)
    return found, peers


def row_of(entry, of_kernel, peers, field):
    ours = entry.get(field)
    moved, ceiling_gbps = entry.get("bytes_moved"), entry.get("ceiling_gbps")
    floor = ratio(moved, ceiling_gbps * 1e9 if ceiling_gbps else None)
    row = {"kernel_name": entry["kernel_name"], "bytes_moved": moved, "ours_seconds": ours,
           "ours_error": entry.get("error"), "roofline_fraction": ratio(floor, ours), "peers": {}}
    for peer in peers:
        fields = of_kernel.get(peer, (None, {}))[1]
        seconds = fields.get(field)
        row["peers"][peer] = {"seconds": seconds, "over_ours": ratio(seconds, ours),
                              "within_tolerance": fields.get("within_tolerance"),
                              "error": fields.get("error")}
    timed = {peer: told["seconds"] for peer, told in row["peers"].items()
             if told["seconds"] is not None}
    best = min(timed, key=timed.get, default=None)
    row["best_peer"] = best
    row["best_peer_seconds"] = timed.get(best)
    row["best_peer_over_ours"] = ratio(timed.get(best), ours)
    return row


def join(ours_name, ours, peer_files, time="warm"):
    """The table, of loaded files; peer_files is [(name, data)]. Raises Refusal."""
    found, peers = collect(ours_name, ours, peer_files)
    field = TIMES[time]
    entries = list(ours["kernels"])
    known = {entry["kernel_name"] for entry in entries}
    # A kernel that only peers were timed on is a row too: it is missing from ours.
    entries += [{"kernel_name": name} for name in found if name not in known]
    rows = [row_of(entry, found.get(entry["kernel_name"], {}), peers, field)
            for entry in entries]
    ratios = [row["best_peer_over_ours"] for row in rows if row["best_peer_over_ours"] is not None]
    return {
        **{fact: facts_of(ours).get(fact) for fact in SAME},
        "time": time,
        "ceilings_gbps": ours.get("ceilings_gbps"),
        "source_tree": ours.get("source_tree"),
        "files": [ours_name, *(name for name, _ in peer_files)],
        "libraries": {data["library"]: data.get("library_version")
                      for _, data in peer_files if "library" in data},
        "peers": peers,
        "kernels": rows,
        "kernels_compared": len(ratios),
        "kernels_not_slower": sum(value >= 1 for value in ratios),
        "geometric_mean": geometric_mean(ratios),
    }


def markdown(table):
    """Microseconds; a peer outside the tolerance has a star."""
    def number(value, scale=1.0, form="{:.2f}"):
        return "" if value is None else form.format(value * scale)

    def of_peer(told):
        star = "*" if told["within_tolerance"] is False else ""
        return "failed" if told["error"] else number(told["seconds"], 1e6) + star

    peers = table["peers"]
    heads = ["kernel", "ours", *peers, "best peer / ours", "of roofline"]
    lines = ["| " + " | ".join(heads) + " |", "|" + " --- |" * len(heads)]
    for row in table["kernels"]:
        ours = "failed" if row["ours_error"] else number(row["ours_seconds"], 1e6)
        cells = [row["kernel_name"], ours, *(of_peer(row["peers"][peer]) for peer in peers),
                 number(row["best_peer_over_ours"]),
                 number(row["roofline_fraction"], 100, "{:.0f} %")]
        lines.append("| " + " | ".join(cells) + " |")
    mean = number(table["geometric_mean"]) or "not known"
    lines += ["", f"{table['device_name']}, driver {table['driver']}, {table['size']} shapes, "
              f"{table['dtype']}; microseconds a call, {table['time']}. * outside the tolerance. "
              f"Not slower than the best peer on {table['kernels_not_slower']} of "
              f"{table['kernels_compared']} kernels; geometric mean of best peer / ours: {mean}."]
    return "\n".join(lines) + "\n"


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ours")
    parser.add_argument("peers", nargs="+")
    parser.add_argument("--time", choices=sorted(TIMES), default="warm")
    parser.add_argument("--markdown", action="store_true")
    chosen = parser.parse_args(arguments)

    def load(path):
        return json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
    try:
        peer_files = [(path, load(path)) for path in chosen.peers]
        table = join(chosen.ours, load(chosen.ours), peer_files, chosen.time)
    except (Refusal, OSError, json.JSONDecodeError) as reason:
        print(f"join: {reason}", file=sys.stderr)
        return 2
    print(markdown(table) if chosen.markdown else json.dumps(table, indent=1),
          end="" if chosen.markdown else "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
