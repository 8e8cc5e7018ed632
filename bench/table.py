# SPDX-FileCopyrightText: The pallasbench authors
# SPDX-License-Identifier: Apache-2.0
"""Times ours, PyTorch and JAX one behind the other, and joins them: one table, from nothing.

usage: table.py BENCH_KERNELS --size seed|large --dtype f32|f16|bf16 --name h200
                [--kernels A,B] [--warm-only] [--source-tree HASH] [DIR]

In DIR (bench/results) it writes kernels_NAME_SIZE_DTYPE.json, which is BENCH_KERNELS', torch_... and
jax_..., which are the peers', and table_....json and .md, which are join.py's. The same command again
goes on where it was stopped: ours is kept if it is of the same source tree, and the peers keep what
they have. Without --kernels they are those that move memory: all but the products and attention.
The exit status is that of the program that failed, or 0.
"""

import argparse
import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "peers"))

import kernels  # noqa: E402

PRODUCTS = {"matmul", "fused_relu_matmul", "fused_matmul_bias", "fused_matmul_relu",
            "attention_forward", "multi_head_attention", "mlp_block", "transformer_block"}
PEERS = ("torch", "jax")


def source_tree():
    done = subprocess.run(["git", "-C", HERE, "rev-parse", "HEAD:include"], capture_output=True,
                          text=True)
    return done.stdout.strip() if done.returncode == 0 else None


def is_of(path, tree):
    try:
        return json.loads(path.read_text(encoding="utf-8"))["source_tree"] == tree
    except (OSError, json.JSONDecodeError, KeyError):
        return False


def write(path, command, folder=None):
    """A command's standard output as a file, there only if the command succeeded. Its status."""
    print(path, file=sys.stderr)
    done = subprocess.run(command, stdout=subprocess.PIPE, cwd=folder)
    if done.returncode == 0:
        whole = path.with_name(path.name + ".part")
        whole.write_bytes(done.stdout)
        whole.replace(path)
    return done.returncode


def make(chosen):
    """The exit status."""
    name = f"{chosen.name}_{chosen.size}_{chosen.dtype}"
    wanted = ["--size", chosen.size, "--dtype", chosen.dtype, "--kernels", chosen.kernels,
              "--source-tree", chosen.source_tree]
    ours = chosen.folder / f"kernels_{name}.json"
    if not is_of(ours, chosen.source_tree):
        status = write(ours, [chosen.bench_kernels, *wanted])
        if status:
            return status
    for peer in PEERS:
        out = chosen.folder / f"{peer}_{name}.json"
        print(out, file=sys.stderr)
        status = subprocess.run([sys.executable, HERE / "peers" / f"{peer}_peers.py", *wanted, "--out",
                                 out, *["--warm-only"] * chosen.warm_only]).returncode
        if status:
            return status
    # By their names alone, which the table holds.
    join = [sys.executable, HERE / "peers" / "join.py", ours.name,
            *(f"{peer}_{name}.json" for peer in PEERS)]
    table = chosen.folder / f"table_{name}.json"
    return (write(table, join, chosen.folder)
            or write(table.with_suffix(".md"), [*join, "--markdown"], chosen.folder))


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bench_kernels", type=pathlib.Path)
    parser.add_argument("folder", nargs="?", type=pathlib.Path, default=HERE / "results")
    parser.add_argument("--size", required=True, choices=["seed", "large"])
    parser.add_argument("--dtype", required=True, choices=["f32", "f16", "bf16"])
    parser.add_argument("--name", required=True, help="of the device, in the files' names")
    parser.add_argument("--kernels", metavar="A,B",
                        default=",".join(name for name in kernels.KERNELS if name not in PRODUCTS))
    parser.add_argument("--warm-only", action="store_true", help="of the peers the warm time alone")
    parser.add_argument("--source-tree", metavar="HASH", help="default: git's of include/")
    chosen = parser.parse_args(arguments)
    if not chosen.bench_kernels.is_file():
        parser.error(f"there is no program {str(chosen.bench_kernels)!r}")
    if not chosen.folder.is_dir():
        parser.error(f"there is no folder {str(chosen.folder)!r}")
    chosen.source_tree = chosen.source_tree or source_tree()
    if not chosen.source_tree:
        parser.error("--source-tree: needed where git does not know the sources")
    return make(chosen)


if __name__ == "__main__":
    sys.exit(main())
