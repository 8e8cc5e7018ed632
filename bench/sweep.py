# SPDX-FileCopyrightText: The pallasbench authors
# SPDX-License-Identifier: Apache-2.0
"""Times kernels under other values of the library's tuned numbers. Writes one JSON object.

usage: sweep.py BENCH_TUNE [--only WORD] [--source-tree HASH] > FILE.json

A sweep is a part of a tiling's header, what else it could be, and the kernels that tell. BENCH_TUNE is
bench_tune, which compiles the changed header and runs the kernel. "best" is the text with the least
median; where the text that the header has is within 1 % of it, that one stays.
"""

import argparse
import json
import subprocess
import sys

TILING = "pallasbench/tiling/"
HELD = "{{.threads_per_block = {}, .rows_per_block = 1, .vecs_per_thread = {}, .holds = true}}"
WALKED = "{{.threads_per_block = {}, .rows_per_block = {}, .vecs_per_thread = {}, .holds = false}}"
STREAMING = "__stcs(reinterpret_cast<word*>(to), __builtin_bit_cast(word, elements));"
WRITE_BACK = "*reinterpret_cast<word*>(to) = __builtin_bit_cast(word, elements);"

# name, header, the text it has, other texts, [(kernel, dtype)]
SWEEPS = [
    ("map", TILING + "map.hpp", ".items_per_thread = 32 / element_size",
     [".items_per_thread = 64 / element_size", ".items_per_thread = 128 / element_size"],
     [("relu", "f32"), ("relu", "f16"), ("vector_add", "f32")]),
    ("map with row vectors", TILING + "map.hpp", ".items_per_thread = 16}",
     [".items_per_thread = 8}", ".items_per_thread = 32}"],
     [("fused_gelu_bias", "f32"), ("fused_gelu_bias", "f16"), ("fused_bias_gelu_dropout", "f32")]),
    ("index", TILING + "map.hpp", ".items_per_thread = 64 / element_size",
     [".items_per_thread = 32 / element_size", ".items_per_thread = 128 / element_size"],
     [("gather", "f32")]),
    ("blocks of maps with row vectors", TILING + "map.hpp", "draws ? 1536 : 1024",
     ["draws ? 1024 : 1024", "draws ? 2048 : 2048"],
     [("fused_gelu_bias", "f32"), ("fused_gelu_bias", "f16"), ("fused_bias_gelu_dropout", "f32"),
      ("fused_bias_gelu_dropout", "f16")]),
    ("one_hot", TILING + "map.hpp", "2 ? 256 : 128", ["2 ? 128 : 64", "2 ? 512 : 256"],
     [("one_hot", "f32"), ("one_hot", "f16")]),
    ("means", TILING + "reduce.hpp", "most = 4 * 132", ["most = 8 * 132", "most = 16 * 132"],
     [("mse_loss", "f32"), ("cross_entropy", "f32")]),
    ("rows held by 128", TILING + "rows.hpp", HELD.format(128, 2),
     [HELD.format(128, 1), HELD.format(128, 4)], [("layer_norm", "f16"), ("softmax", "f16")]),
    ("rows held by 256", TILING + "rows.hpp", HELD.format(256, 2),
     [HELD.format(256, 1), HELD.format(256, 4), HELD.format(512, 2)],
     [("layer_norm", "f32"), ("softmax", "f32")]),
    ("rows held by 512", TILING + "rows.hpp", HELD.format(512, 2),
     [HELD.format(256, 2), HELD.format(512, 1)], [("fused_residual_norm", "f32")]),
    ("rows walked by warps", TILING + "rows.hpp", WALKED.format(256, 8, 4),
     [WALKED.format(256, 8, 2), WALKED.format(256, 8, 8), WALKED.format(128, 4, 4)],
     [("gc_content", "f32"), ("row_sum", "f16")]),
    ("rows walked by blocks", TILING + "rows.hpp", WALKED.format(256, 1, 4),
     [WALKED.format(256, 1, 8), WALKED.format(512, 1, 4)],
     [("cross_entropy", "f32"), ("cross_entropy", "f16"), ("row_sum", "f32")]),
    ("blocks of rows", TILING + "rows.hpp", "1024 / threads_per_block",
     ["768 / threads_per_block", "1536 / threads_per_block", "2048 / threads_per_block"],
     [("layer_norm", "f32"), ("softmax", "f32"), ("layer_norm", "f16"), ("gc_content", "f32"),
      ("hamming_distance", "f32"), ("fused_residual_norm", "f32")]),
    ("columns in flight", TILING + "columns.hpp", "16 : 8 * run", ["16 : 4 * run", "16 : 16 * run"],
     [("batch_norm_1d", "f32"), ("batch_norm_1d", "f16"), ("col_sum", "f32"), ("col_sum", "f16")]),
    ("columns of a block", TILING + "columns.hpp", "number == 0 ? 256", ["number == 0 ? 128"],
     [("batch_norm_1d", "f32"), ("batch_norm_1d", "f16")]),
    ("stores", "pallasbench/core/device.cuh", STREAMING, [WRITE_BACK],
     [("layer_norm", "f32"), ("softmax", "f32"), ("gather", "f32"), ("batch_norm_1d", "f32")]),
]


def run(program, header, text, others, kernel, dtype):
    """What bench_tune measured, with the best text; an "error" instead where it could not."""
    command = [program, "--kernel", kernel, "--dtype", dtype, "--header", header, "--text", text]
    for other in others:
        command += ["--with", other]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        return {"kernel_name": kernel, "dtype": dtype, "error": done.stderr.strip()}
    found = json.loads(done.stdout)
    timed = [t for t in found["texts"] if "kernel_exec_time_seconds" in t]
    least = min(timed, key=lambda t: t["kernel_exec_time_seconds"], default=None)
    present = found["texts"][0].get("kernel_exec_time_seconds")
    if least and present and present <= 1.01 * least["kernel_exec_time_seconds"]:
        least = found["texts"][0]
    return {**found, "best": least and least["text"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bench_tune")
    parser.add_argument("--only", default="", metavar="WORD", help="sweeps with it in their names")
    parser.add_argument("--source-tree", metavar="HASH",
                        help="what `git rev-parse HEAD:include` prints")
    chosen = parser.parse_args()
    sweeps = []
    for name, header, text, others, kernels in SWEEPS:
        if chosen.only not in name:
            continue
        results = [run(chosen.bench_tune, header, text, others, *which) for which in kernels]
        sweeps.append({"name": name, "header": header, "kernels": results})
        for result in results:
            print(f"{name}, {result['kernel_name']} {result['dtype']}: "
                  f"{result.get('best') or result.get('error')}", file=sys.stderr, flush=True)
    json.dump({"source_tree": chosen.source_tree, "sweeps": sweeps}, sys.stdout, indent=1)
    print()
    return 0


if __name__ == "__main__":
    sys.exit(main())
