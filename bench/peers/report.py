# SPDX-FileCopyrightText: The pallasbench authors
# SPDX-License-Identifier: Apache-2.0
"""What torch_peers.py and jax_peers.py share: options, the machine, samples, errors, the JSON.

usage: import report
It imports neither torch nor jax.
"""

import argparse
import contextlib
import ctypes
import datetime
import json
import math
import pathlib
import re
import signal
import subprocess
import sys
import time

import kernels

WARM = "kernel_exec_time_seconds"
# A replay lasts about this long, as in measure/timing.hpp.
REPLAY_SECONDS = 2e-3
# As in measure/sampling.hpp: stop after both, or after ten times the budget with MIN_ANYWAY.
BUDGET_SECONDS, MIN_SAMPLES, MIN_ANYWAY = 0.25, 30, 20
# Root mean square error over that of the reference, beyond which a peer computes something else.
WRONG_BEYOND = {"f32": 1e-3, "f16": 1e-2, "bf16": 5e-2}
TYPE_NAMES = {"f32": "float32", "f16": "float16", "bf16": "bfloat16"}


def options(doc, arguments=None):
    parser = argparse.ArgumentParser(description=doc,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", required=True, choices=["small", "seed", "large"])
    parser.add_argument("--dtype", required=True, choices=sorted(TYPE_NAMES))
    parser.add_argument("--kernels", default="", metavar="A,B", help="all 45 if left out")
    parser.add_argument("--warm-only", action="store_true",
                        help="take the warm time, leave the other times null")
    parser.add_argument("--source-tree", metavar="HASH",
                        help="what `git rev-parse HEAD:include` prints")
    parser.add_argument("--out", required=True, metavar="FILE.json",
                        help="holds all that is measured so far, however the program ends")
    chosen = parser.parse_args(arguments)
    names = [name for name in chosen.kernels.split(",") if name]
    unknown = [name for name in names if name not in kernels.KERNELS]
    if unknown:
        parser.error(f"--kernels: there is no kernel {unknown[0]!r}")
    chosen.kernels = [kernel for name, kernel in kernels.KERNELS.items()
                      if not names or name in names]
    return chosen


def driver():
    """The driver's version as measure/hardware.hpp writes it, "580.159.04"."""
    try:
        told = subprocess.run(["nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader"],
                              capture_output=True, text=True, check=True).stdout
        return told.split()[0]
    except (OSError, subprocess.CalledProcessError, IndexError):
        pass
    with contextlib.suppress(OSError):
        line = pathlib.Path("/proc/driver/nvidia/version").read_text(encoding="utf-8")
        found = re.search(r"\b\d+(\.\d+)+\b", line.splitlines()[0])
        if found:
            return found[0]
    return "unknown"


def l2_bytes():
    """Of device 0, asked of the driver itself: JAX does not tell it. None without a driver."""
    try:
        cuda = ctypes.CDLL("libcuda.so.1")
    except OSError:
        return None
    value, device, l2_cache_size = ctypes.c_int(), ctypes.c_int(), 38  # CUdevice_attribute
    failed = (cuda.cuInit(0) or cuda.cuDeviceGet(ctypes.byref(device), 0)
              or cuda.cuDeviceGetAttribute(ctypes.byref(value), l2_cache_size, device))
    return None if failed else value.value


def quantile(values, q):
    """Type 7 of Hyndman and Fan, as measure/statistics.hpp and NumPy do."""
    values = sorted(values)
    position = q * (len(values) - 1)
    below = int(position)
    above = min(below + 1, len(values) - 1)
    return values[below] + (values[above] - values[below]) * (position - below)


def take_samples(sample):
    """The seconds that sample() returns, called until it is enough."""
    seconds, start = [], time.perf_counter()
    while True:
        elapsed = time.perf_counter() - start
        needed = MIN_ANYWAY if elapsed >= 10 * BUDGET_SECONDS else MIN_SAMPLES
        if elapsed >= BUDGET_SECONDS and len(seconds) >= needed:
            return seconds
        seconds.append(sample())


def times(prefix, seconds, calls):
    """The fields of samples that each hold `calls` calls."""
    return {prefix: quantile(seconds, 0.5) / calls,
            f"{prefix}_p10": quantile(seconds, 0.1) / calls,
            f"{prefix}_p90": quantile(seconds, 0.9) / calls}


def compare(kernel, dtype, out, reference):
    """Errors of an output against a float64 reference, both torch tensors or both JAX arrays, a
    floating-point output already widened to float64. Raises ValueError where the output is of
    another shape or clearly of another function; a peer that is but less exact is told by
    within_tolerance and stays."""
    if tuple(out.shape) != tuple(reference.shape):
        raise ValueError(f"wrong shape: {tuple(out.shape)}, not {tuple(reference.shape)}")
    if "float64" not in str(out.dtype):
        unequal = int((out != reference).sum())
        if unequal:
            raise ValueError(f"wrong result: {unequal} integers differ")
        return {"max_abs_error": 0, "max_error_over_tolerance": 0, "within_tolerance": True}
    if kernel.dropout:
        kept = out != 0
        # A kept element may round to 0 itself, as gelu's far negative ones do.
        judged = abs(reference) > 1e-2
        count = float((judged * 1.0).sum())
        share = float((kept * judged * 1.0).sum()) / max(count, 1.0)
        if abs(share - kernels.KEEP) > 6 * math.sqrt(kernels.KEEP * (1 - kernels.KEEP) / count):
            raise ValueError(f"wrong result: a share of {share} was kept, not {kernels.KEEP}")
        reference = reference * kept
    atol, rtol = kernels.tolerance(kernel.name, dtype)
    error = abs(out - reference)
    worst = float((error / (atol + rtol * abs(reference))).max())
    rms = math.sqrt(float((error * error).mean()))
    expected_rms = math.sqrt(float((reference * reference).mean()))
    if not rms <= WRONG_BEYOND[dtype] * expected_rms:  # NaN is wrong too
        raise ValueError(f"wrong result: an rms error of {rms:.3g} where the rms is "
                         f"{expected_rms:.3g}")
    return {"max_abs_error": float(error.max()), "max_error_over_tolerance": worst,
            "within_tolerance": worst <= 1}


class Interrupted(Exception):
    """A signal asked the program to end."""


def _interrupt(number, frame):
    raise Interrupted(f"signal {number}")


def failure(error):
    """An exception in one line."""
    lines = str(error).strip().splitlines()
    return f"{type(error).__name__}: {lines[0][:300] if lines else ''}"


class Refusal(Exception):
    """The file is not to be added to; says why, in a sentence."""


class Results:
    """What was measured, in a file that holds all of it at any time. One that is there is added to, if
    it is of the same facts; which of them are another run's is told by the dates."""

    def __init__(self, path, facts):
        self.path = pathlib.Path(path)
        self.found = {**facts, "kernels": []}
        if not self.path.exists():
            self._write()  # now, not when the first kernel is measured, if it cannot be
            return
        try:
            self.found = json.loads(self.path.read_text(encoding="utf-8"))
            measured = self.found["kernels"]
        except (json.JSONDecodeError, KeyError, TypeError):
            raise Refusal(f"{path} is not a file of measurements") from None
        for fact in facts:
            if fact != "dispatch_seconds" and self.found.get(fact) != facts[fact]:
                raise Refusal(f"{path} has {fact} {self.found.get(fact)!r}, this run "
                              f"{facts[fact]!r}; name another file")
        print(f"{path}: going on behind {len(measured)} kernels", file=sys.stderr)

    def has(self, kernel):
        return any(entry["kernel_name"] == kernel.name for entry in self.found["kernels"])

    def add(self, entry):
        self.found["date"] = entry["date"]
        self.found["kernels"].append(entry)
        self._write()

    def _write(self):
        whole = self.path.with_name(self.path.name + ".part")
        whole.write_text(json.dumps(self.found, indent=1, allow_nan=False) + "\n",
                         encoding="utf-8")
        whole.replace(self.path)


def now():
    return datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def facts_of(chosen, library):
    """`library` are the members that the library knows: its version, the device, the method."""
    return {**library, "driver": driver(), "l2_bytes": l2_bytes(),
            "source_tree": chosen.source_tree, "size": chosen.size, "dtype": chosen.dtype}


def measure_all(chosen, peers, library, measure):
    """Adds each kernel to the output file. measure(kernel, add) calls add(peer, fields) for each of
    `peers`; what it leaves out for an exception is there with that as its "error". The exit status."""
    signal.signal(signal.SIGTERM, _interrupt)
    try:
        results = Results(chosen.out, facts_of(chosen, library))
        for kernel in chosen.kernels:
            if not results.has(kernel):
                results.add(measured(kernel, chosen.size, peers, measure))
    except (Refusal, OSError) as reason:
        print(f"--out: {reason}", file=sys.stderr)
        return 2
    except (Interrupted, KeyboardInterrupt) as reason:
        print(f"stopped: {failure(reason)}; the same command goes on from here", file=sys.stderr)
        return 3
    return 0


def measured(kernel, size, peers, measure):
    """The entry of a kernel."""
    found, error = {}, "not measured"
    start = time.perf_counter()
    try:
        measure(kernel, found.__setitem__)
    except (Interrupted, KeyboardInterrupt):
        raise
    except Exception as reason:  # whatever a peer raises is its result
        error = failure(reason)
    for peer in peers:
        found.setdefault(peer, {"error": error})
    told = ", ".join(f"{peer} {fields.get('error') or '%.2f us' % (1e6 * fields[WARM])}"
                     for peer, fields in found.items())
    print(f"{kernel.name}: {told} ({time.perf_counter() - start:.1f} s)", file=sys.stderr, flush=True)
    return {"kernel_name": kernel.name, "date": now(), "dims": kernels.presets(kernel.name)[size],
            "peers": [{"peer": peer, **found[peer]} for peer in peers]}
