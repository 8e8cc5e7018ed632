# SPDX-FileCopyrightText: The pallasbench authors
# SPDX-License-Identifier: Apache-2.0
"""Times PyTorch on the 45 kernels: eager, and compiled with max-autotune. Writes one JSON object.

usage: torch_peers.py --size seed|large --dtype f32|f16|bf16 [--kernels A,B]
                      [--warm-only] [--source-tree HASH] --out FILE.json

The file holds each kernel as soon as it is measured, with its date; the same command again adds
those that are missing.

Three times, in seconds of one call, each from a captured CUDA graph, so that no host is in them:
  kernel_exec_time_seconds            calls on the same arrays, as measure/timing.hpp times a
                                      kernel: compare this one with bench_kernels'
  kernel_exec_time_rotating_seconds   calls on sets of arrays in turn, together more than three
                                      times the L2 (rotating_bytes; no more than 8192 sets)
  kernel_exec_time_cold_l2_seconds    single calls, each after a memset of three times the L2
The first call of the compiled function, tuning included, is compile_time_seconds. A peer that fails
has an "error" instead. tf32 is off, and so are sums in 16 bits.
"""

import gc
import math
import sys
import time

import kernels
import report

PEERS = ("torch_eager", "torch_compiled")
MAX_CALLS, MAX_SETS = 1000, 8192
METHOD = ("CUDA events around replays of a graph of many calls, each right after an untimed "
          "replay; warm: on the same arrays; rotating: on sets of arrays in turn; cold L2: a graph "
          "of one call, right after a memset of three times the L2 size, nothing subtracted")


def timed(torch, before, work):
    """The seconds of one `work`, enqueued while the device is busy with `before`."""
    begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    before()
    begin.record()
    work()
    end.record()
    end.synchronize()
    return begin.elapsed_time(end) * 1e-3


def capture(torch, function, sets, calls):
    """A graph of calls on the sets in turn. Where there are several, an output lives until its set
    comes again, so that outputs take turns as the inputs do. The graph owns its outputs' memory."""
    graph = torch.cuda.CUDAGraph()
    outputs = {}
    with torch.cuda.graph(graph):
        for call in range(calls):
            outputs[call % len(sets)] = function(*sets[call % len(sets)])
    return graph


def measure_function(torch, function, kernel, sizes, dtype, l2, warm_only):
    """The three times of a function that has run before, or the first of them."""
    arrays = kernel.torch_inputs(sizes, dtype, 0)
    side = torch.cuda.Stream()  # libraries set themselves up outside the capture, on such a stream
    with torch.cuda.stream(side):
        for _ in range(3):
            result = function(*arrays)
    side.synchronize()
    one_set = sum(array.nbytes for array in (*arrays, result))
    del result

    once = min(timed(torch, lambda: function(*arrays), lambda: function(*arrays)) for _ in range(3))
    calls = min(max(math.ceil(report.REPLAY_SECONDS / once), 1), MAX_CALLS)
    graph = capture(torch, function, [arrays], calls)
    graph.replay()
    samples = report.take_samples(lambda: timed(torch, graph.replay, graph.replay))
    found = report.times("kernel_exec_time_seconds", samples, calls)
    found |= {"samples": len(samples), "calls_per_sample": calls}
    if warm_only:
        return found | {"kernel_exec_time_rotating_seconds": None, "rotating_sets": None,
                        "kernel_exec_time_cold_l2_seconds": None}

    sets = [arrays]
    wanted = min(3 * l2 // one_set + 1, MAX_SETS)
    while len(sets) < wanted:
        sets.append(kernel.torch_inputs(sizes, dtype, len(sets)))
    # Every set the same number of times.
    calls = len(sets) * math.ceil(calls / len(sets))
    if len(sets) > 1:
        graph = capture(torch, function, sets, calls)
        graph.replay()
        samples = report.take_samples(lambda: timed(torch, graph.replay, graph.replay))
    found |= report.times("kernel_exec_time_rotating_seconds", samples, calls)
    found |= {"rotating_sets": len(sets), "rotating_bytes": len(sets) * one_set}

    graph = capture(torch, function, [arrays], 1)
    flush = torch.empty(3 * l2, dtype=torch.uint8, device="cuda")
    samples = report.take_samples(lambda: timed(torch, flush.zero_, graph.replay))
    found["kernel_exec_time_cold_l2_seconds"] = report.quantile(samples, 0.5)
    return found


def reference_of(torch, kernel, sizes, arrays):
    """The kernel in float64, from the same rounded inputs."""
    wide = [array.double() if array.is_floating_point() else array for array in arrays]
    function = kernel.torch_reference or kernel.torch
    if kernel.torch_reference is None:
        function = kernel.bind(function, sizes, torch.float64)
    result = function(*wide)
    return result.double() if result.is_floating_point() else result


def measure_kernel(torch, chosen, l2, kernel, add):
    sizes = kernel.sizes(chosen.size)
    dtype = getattr(torch, report.TYPE_NAMES[chosen.dtype])
    eager = kernel.bind(kernel.torch, sizes, dtype)
    for peer in PEERS:
        function = eager
        try:
            arrays = kernel.torch_inputs(sizes, dtype, 0)
            fields = {}
            if peer == "torch_compiled":
                torch._dynamo.reset()
                function = torch.compile(eager, mode="max-autotune-no-cudagraphs",
                                         dynamic=False)
            start = time.perf_counter()
            result = function(*arrays)
            torch.cuda.synchronize()
            if peer == "torch_compiled":
                fields["compile_time_seconds"] = time.perf_counter() - start
            wide = result.double() if result.is_floating_point() else result
            fields |= report.compare(kernel, chosen.dtype, wide,
                                     reference_of(torch, kernel, sizes, arrays))
            del arrays, result, wide
            torch.cuda.empty_cache()
            add(peer, fields | measure_function(torch, function, kernel, sizes, dtype, l2,
                                                chosen.warm_only))
        except Exception as error:  # whatever a peer raises is its result
            if isinstance(error, report.Interrupted):
                raise
            add(peer, {"error": report.failure(error)})
        arrays = result = wide = function = None  # an exception may have left them
        gc.collect()
        torch.cuda.empty_cache()


def main():
    chosen = report.options(__doc__)
    kernels.load("torch")
    torch = kernels.torch
    if not torch.cuda.is_available():
        print("torch_peers: PyTorch finds no CUDA device", file=sys.stderr)
        return 3
    torch.backends.cuda.matmul.allow_tf32 = False
    torch.backends.cudnn.allow_tf32 = False
    torch.backends.cuda.matmul.allow_fp16_reduced_precision_reduction = False
    torch.backends.cuda.matmul.allow_bf16_reduced_precision_reduction = False
    torch.backends.cudnn.benchmark = True  # the convolution is tuned, as a compiled one is
    l2 = torch.cuda.get_device_properties(0).L2_cache_size
    facts = {"library": "torch", "library_version": torch.__version__,
             "device_name": torch.cuda.get_device_name(0), "cuda_version": torch.version.cuda,
             "method": METHOD}
    with torch.no_grad():
        return report.measure_all(
            chosen, PEERS, facts,
            lambda kernel, add: measure_kernel(torch, chosen, l2, kernel, add))


if __name__ == "__main__":
    sys.exit(main())
