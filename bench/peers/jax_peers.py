# SPDX-FileCopyrightText: The pallasbench authors
# SPDX-License-Identifier: Apache-2.0
"""Times JAX (XLA) on the 45 kernels. Writes one JSON object, laid out as torch_peers.py's.

usage: jax_peers.py --size seed|large --dtype f32|f16|bf16 [--kernels A,B]
                    [--warm-only] [--source-tree HASH] --out FILE.json

JAX gives neither its stream nor events, and calling a jitted function costs the host more than a
small kernel costs the device. So the calls are put into one program, timed by the host's clock from
before it is called until its result is ready, over enough calls (20 ms) that the one dispatch is
lost in it (dispatch_seconds says what an empty program takes; nothing is subtracted):

  loop      a fori_loop of a fixed number of trips, each of up to 16 calls. An optimization_barrier
            over a call's inputs, the output before and a token makes each call wait for that
            output, and hides that the inputs are the same: XLA can neither hoist nor merge nor
            reorder calls. The loop counts on the device, one tiny kernel a trip, which the time
            includes.
  unrolled  calls behind each other in a program without loop, with the same barriers, all outputs
            returned.
  enqueued  calls of the jitted function itself, enqueued without waiting, the last awaited.

Whether XLA kept the calls apart is not believed but read off the compiled program: a loop's body,
or an unrolled program, must hold as many device operations as that many single calls have (one more
is let pass, and is in the time) and no more copies. The first form that does is taken, and "method"
names it; enqueued needs no such check, but includes the host's part where kernels are short.

kernel_exec_time_seconds is of calls on the same arrays, kernel_exec_time_rotating_seconds on sets
in turn that together exceed three times the L2; null where that takes more than 16 sets.
kernel_exec_time_cold_l2_seconds is null: no single call can be timed on the device this way.
"""

import os

os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")

import collections
import gc
import math
import re
import sys
import time

import kernels
import report

PEERS = ("jax",)
MAX_CALLS = 16
PROGRAM_SECONDS = 20e-3
METHOD = ("host clock around one program of many calls, from before it is called until its result "
          "is ready; loop: a fori_loop whose calls are chained by optimization_barrier, its body "
          "checked to hold every call's operations; unrolled: the same without a loop; enqueued: "
          "single programs enqueued behind each other; nothing subtracted")
# What the compiled program lists and the device does not do.
FREE = {"parameter", "constant", "tuple", "get-tuple-element", "bitcast", "opt-barrier",
        "after-all", "partition-id", "replica-id"}


def operations_of(text):
    """{computation: [(opcode, scalar type or "", names of computations called)]} of an HLO module's
    text, and the entry's name."""
    found, entry, current = collections.defaultdict(list), None, None
    for line in text.splitlines():
        header = re.match(r"(ENTRY )?%?([\w.\-]+) .*\{$", line)
        if header and not line.startswith("HloModule"):
            current = header[2]
            entry = current if header[1] else entry
            continue
        instruction = re.match(r"\s+(?:ROOT )?%?([\w.\-]+) = (.*)", line)
        if current is None or not instruction:
            continue
        name, rest = instruction.groups()
        # The type comes first, perhaps a tuple with comments in it, then the opcode.
        opcode = re.search(r"(?:^|[\s)}\]])([a-z][a-z0-9\-]*)\(", rest)
        if not opcode:
            continue
        is_copy = opcode[1] == "copy-start" or opcode[1] == "fusion" and "copy" in name
        scalar = re.match(r"(\w+)\[\](?:\{[^}]*\})? ", rest)
        called = re.findall(r"(?:body|to_apply|calls)=%?([\w.\-]+)", rest)
        kind = "copy" if is_copy else opcode[1]
        found[current].append((kind, scalar[1] if scalar else "", called))
    return found, entry


def count_operations(found, computation):
    """(operations, copies) of the device in a computation, a loop inside it counted with its body.
    Integer scalars are loop counters."""
    operations = copies = 0
    for opcode, scalar, called in found[computation]:
        if opcode in ("call", "while"):  # a call may hold operations that are replayed as one graph
            inner = [count_operations(found, name) for name in called]
            operations += sum(of[0] for of in inner) + (opcode == "while")
            copies += sum(of[1] for of in inner)
        elif scalar not in ("s32", "pred") and opcode not in FREE and not opcode.endswith("-done"):
            copies += opcode == "copy"
            operations += opcode != "copy"
    return operations, copies


def body_of_main_loop(found, computation):
    """The body of the outermost loop, where that is one."""
    bodies = []
    for opcode, _, called in found[computation]:
        if opcode == "call":
            bodies += filter(None, (body_of_main_loop(found, name) for name in called))
        elif opcode == "while":
            bodies += called[-1:]
    return max(bodies, key=lambda name: sum(count_operations(found, name)), default=None)


def chained(jax, function, sets, calls, token):
    """(token, results) of calls on the sets in turn. A barrier holds back each call's inputs until
    the token and the result before are there. XLA drops from a barrier what nobody uses after it,
    so that both must go on from it, to the end of the program."""
    results = []
    for call in range(calls):
        held = (sets[call % len(sets)], token, results[-1:])
        arrays, token, results[-1:] = jax.lax.optimization_barrier(held)
        results.append(function(*arrays))
    return token, results


def programs(jax, function, sets, calls, trips):
    """(name, program of the sets, calls in it), the one to prefer first."""
    jnp = kernels.jnp
    shape = jax.eval_shape(function, *sets[0])

    def loop(sets):
        def trip(_, carried):
            return chained(jax, function, sets, calls, carried[0])
        zeros = [jnp.zeros(shape.shape, shape.dtype) for _ in range(calls)]
        return jax.lax.fori_loop(0, trips, trip, (jnp.int32(0), zeros))

    def unrolled(sets):
        return chained(jax, function, sets, calls, jnp.int32(0))

    yield "loop", loop, trips * calls
    yield "unrolled", unrolled, calls


def keeps_all_calls(name, text, single, calls):
    """Whether a program has as many operations as its calls, or one more, and no more copies.
    `single` counts the program of one call. Where XLA merged or hoisted a call, operations are
    missing; where it must copy results, a time would hold what one call does not do."""
    found, entry = operations_of(text)
    computation = body_of_main_loop(found, entry) if name == "loop" else entry
    operations, copies = count_operations(found, computation) if computation else (0, 0)
    kept = 0 <= operations - calls * single[0] <= 1 and copies <= calls * single[1]
    if not kept:
        print(f"  {name}: {operations} operations and {copies} copies, where {calls} calls have "
              f"{single[0]} and {single[1]} each", file=sys.stderr)
    return kept


def wall_seconds(jax, run):
    start = time.perf_counter()
    jax.block_until_ready(run())
    return time.perf_counter() - start


def time_sets(jax, jitted, single, function, sets, once, l2):
    """(samples, calls in each, method). `single` counts the operations of one call's program,
    `once` is about what it takes."""
    # All outputs of a trip live side by side, and must not push the inputs out of the L2.
    output = jax.eval_shape(function, *sets[0])
    side_by_side = max(2, l2 // 2 // max(nbytes([output]), 1))
    in_turn = min(math.ceil(report.REPLAY_SECONDS / once), side_by_side, MAX_CALLS)
    calls = len(sets) * max(1, in_turn // len(sets))
    trips = max(4, math.ceil(PROGRAM_SECONDS / (calls * once)))
    for name, program, total in programs(jax, function, sets, calls, trips):
        try:
            compiled = jax.jit(program).lower(sets).compile()
            if keeps_all_calls(name, compiled.as_text(), single, calls):
                jax.block_until_ready(compiled(sets))
                samples = report.take_samples(lambda: wall_seconds(jax, lambda: compiled(sets)))
                return samples, total, name
        except jax.errors.JaxRuntimeError as error:  # out of memory, say: another form may fit
            print(f"  {name}: {report.failure(error)}", file=sys.stderr)

    total = calls * trips

    def enqueue():
        for call in range(total):
            result = jitted(*sets[call % len(sets)])
        return result
    enqueue()
    return report.take_samples(lambda: wall_seconds(jax, enqueue)), total, "enqueued"


def about_once(jax, program, arrays):
    """What one call takes, the host's part lost in ten where they are short."""
    def ten():
        for _ in range(10):
            result = program(*arrays)
        return result
    return max(min(wall_seconds(jax, ten) for _ in range(3)) / 10, 1e-6)


def reference_of(jax, kernel, sizes, arrays, out):
    """The kernel in float64 from the same rounded inputs, and the output, widened."""
    jnp = kernels.jnp
    with jax.enable_x64(True):
        def widen(array):
            return array.astype(jnp.float64) if jnp.issubdtype(array.dtype, jnp.floating) else array
        function = kernel.jax_reference or kernel.bind(kernel.jax, sizes, jnp.float64)
        return widen(jax.jit(function)(*map(widen, arrays))), widen(out)


def compare(jax, kernel, chosen, sizes, arrays, out):
    with jax.enable_x64(True):
        reference, wide = reference_of(jax, kernel, sizes, arrays, out)
        return report.compare(kernel, chosen.dtype, wide, reference)


def nbytes(arrays):
    return sum(math.prod(array.shape) * array.dtype.itemsize for array in arrays)


def measure_kernel(jax, chosen, l2, kernel, add):
    sizes = kernel.sizes(chosen.size)
    dtype = getattr(kernels.jnp, report.TYPE_NAMES[chosen.dtype])
    function = kernel.bind(kernel.jax, sizes, dtype)
    arrays = kernel.jax_inputs(sizes, dtype, 0)
    jax.block_until_ready(arrays)

    jitted = jax.jit(function)
    start = time.perf_counter()
    program = jitted.lower(*arrays).compile()
    fields = {"compile_time_seconds": time.perf_counter() - start}
    single = count_operations(*operations_of(program.as_text()))
    out = program(*arrays)
    fields |= compare(jax, kernel, chosen, sizes, arrays, out)
    one_set = nbytes([*arrays, out])
    del out
    gc.collect()

    once = about_once(jax, program, arrays)
    samples, calls, method = time_sets(jax, jitted, single, function, (arrays,), once, l2)
    fields |= report.times("kernel_exec_time_seconds", samples, calls)
    fields |= {"samples": len(samples), "calls_per_sample": calls, "method": method}

    wanted = 3 * l2 // one_set + 1
    rotates = not chosen.warm_only and wanted <= MAX_CALLS
    rotating = {"kernel_exec_time_rotating_seconds": None}
    if rotates and wanted == 1:
        rotating = report.times("kernel_exec_time_rotating_seconds", samples, calls)
    elif rotates:
        sets = (arrays, *(kernel.jax_inputs(sizes, dtype, number) for number in range(1, wanted)))
        samples, calls, method = time_sets(jax, jitted, single, function, sets, once, l2)
        rotating = report.times("kernel_exec_time_rotating_seconds", samples, calls)
        rotating["rotating_method"] = method
    fields |= rotating | {"rotating_sets": wanted if rotates else None,
                          "kernel_exec_time_cold_l2_seconds": None}
    add("jax", fields)


def main():
    chosen = report.options(__doc__)
    kernels.load("jax")
    jax = kernels.jax
    if jax.default_backend() != "gpu":
        print("jax_peers: JAX finds no GPU", file=sys.stderr)
        return 3
    if chosen.dtype == "f32":
        jax.config.update("jax_default_matmul_precision", "highest")  # JAX's default is tf32
    l2 = report.l2_bytes()
    empty = jax.jit(lambda x: x + 1)
    jax.block_until_ready(empty(0))
    dispatch = report.take_samples(lambda: wall_seconds(jax, lambda: empty(0)))
    platform = jax.devices()[0].client.platform_version
    cuda = re.search(r"\bcuda (\d+)", platform)
    version = int(cuda[1]) if cuda else 0
    facts = {"library": "jax", "library_version": jax.__version__,
             "device_name": jax.devices()[0].device_kind,
             "cuda_version": f"{version // 1000}.{version % 1000 // 10}" if cuda else platform,
             "method": METHOD, "dispatch_seconds": report.quantile(dispatch, 0.5)}

    def measure(kernel, add):
        try:
            measure_kernel(jax, chosen, l2, kernel, add)
        finally:
            jax.clear_caches()
            gc.collect()

    return report.measure_all(chosen, PEERS, facts, measure)


if __name__ == "__main__":
    sys.exit(main())
