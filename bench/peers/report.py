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
import fcntl
import json
import math
import os
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
    parser.add_argument("--turns", metavar="FILE",
                        help="use the GPU in turn with other processes that name the same file: "
                             "each is given some of the kernels, and all compile side by side")
    chosen = parser.parse_args(arguments)
    try:
        chosen.turns = Turns(chosen.turns)
    except OSError as reason:
        parser.error(f"--turns: {reason}")
    names = [name for name in chosen.kernels.split(",") if name]
    unknown = [name for name in names if name not in kernels.KERNELS]
    if unknown:
        parser.error(f"--kernels: there is no kernel {unknown[0]!r}")
    chosen.kernels = [kernel for name, kernel in kernels.KERNELS.items()
                      if not names or name in names]
    return chosen


class Turns:
    """Turns at the GPU among processes that name the same file; without one, there are no others. A
    process that dies gives up its turn."""

    def __init__(self, path=None):
        self.file = open(path, "a", encoding="utf-8") if path else None
        self.held = 0  # how many `turn`s are entered

    @contextlib.contextmanager
    def turn(self):
        """Waits for this process's turn, unless it has it."""
        self._hold(self.held + 1)
        try:
            yield
        finally:
            self._hold(self.held - 1)

    @contextlib.contextmanager
    def released(self):
        """Lets others have the turn meanwhile."""
        held = self.held
        self._hold(0)
        try:
            yield
        finally:
            self._hold(held)

    def _hold(self, held):
        if self.file and bool(held) != bool(self.held):
            fcntl.flock(self.file, fcntl.LOCK_EX if held else fcntl.LOCK_UN)
        self.held = held


@contextlib.contextmanager
def only_json_on_stdout():
    """Gives a stream to the standard output; all else that is printed meanwhile, by compilers and
    tuners too, goes to the standard error."""
    sys.stdout.flush()
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as out:
        os.dup2(2, 1)
        try:
            yield out
        finally:
            sys.stdout.flush()
            os.dup2(out.fileno(), 1)


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


def measure_all(chosen, peers, measure):
    """The "kernels" member. measure(kernel, add) calls add(peer, fields) for each of `peers`; what
    it leaves out for an exception or a signal is there with that as its "error"."""
    signal.signal(signal.SIGTERM, _interrupt)
    entries, stopped = [], None
    for kernel in chosen.kernels:
        found = {}
        start = time.perf_counter()
        error = stopped
        if stopped is None:
            try:
                with chosen.turns.turn():
                    measure(kernel, found.__setitem__)
            except (Interrupted, KeyboardInterrupt) as reason:
                error = stopped = f"not measured: {failure(reason)}"
            except Exception as reason:  # whatever a peer raises is its result
                error = failure(reason)
        for peer in peers:
            found.setdefault(peer, {"error": error or "not measured"})
        entries.append({"kernel_name": kernel.name,
                        "dims": kernels.presets(kernel.name)[chosen.size],
                        "peers": [{"peer": peer, **found[peer]} for peer in peers]})
        told = ", ".join(
            f"{peer} {fields.get('error') or '%.2f us' % (1e6 * fields[WARM])}"
            for peer, fields in found.items())
        print(f"{kernel.name}: {told} ({time.perf_counter() - start:.1f} s)", file=sys.stderr,
              flush=True)
    return entries


def write(out, chosen, facts, entries):
    """`facts` are the members that the library knows: its version, the device, the method."""
    now = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    json.dump({**facts, "turns": chosen.turns.file is not None, "driver": driver(), "l2_bytes": l2_bytes(), "date": now,
               "source_tree": chosen.source_tree, "size": chosen.size, "dtype": chosen.dtype,
               "kernels": entries}, out, indent=1, allow_nan=False)
    out.write("\n")
