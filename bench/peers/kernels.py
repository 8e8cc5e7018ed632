# SPDX-FileCopyrightText: The pallasbench authors
# SPDX-License-Identifier: Apache-2.0
"""The 45 kernels as PyTorch and JAX express them, with their shapes and random inputs.

usage: import kernels; kernels.load("torch"); kernels.KERNELS["relu"].torch(x)
The shapes are read from the library's own headers, so that a peer is never timed on others than
the kernel beside it. torch and jax are imported by load() alone: with one of them in a process, the
other must neither be there nor take memory on the device.
"""

import dataclasses
import functools
import math
import pathlib
import re
import types

HEADERS = pathlib.Path(__file__).resolve().parents[2] / "include" / "pallasbench" / "kernels"
HEADS = 16
EPS = 1e-5
KEEP = 0.9  # 1 - p of the dropout
IGNORED = -100  # the label that losses leave out

torch = F = jax = jnp = None


def load(library):
    """Imports "torch" or "jax" for the functions below."""
    global torch, F, jax, jnp
    if library == "torch":
        import torch as torch_module
        torch, F = torch_module, torch_module.nn.functional
    else:
        import jax as jax_module
        jax, jnp = jax_module, jax_module.numpy


@dataclasses.dataclass(frozen=True)
class Input:
    """An array: what its values are ("normal", "weight", "filter", "label", "index", "base") and
    the letters of its shape."""
    kind: str
    axes: tuple

    def shape(self, sizes):
        return tuple(int(axis) if axis.isdigit() else sizes[axis] for axis in self.axes)

    def scale(self, sizes):
        """Weights are divided by the root of their fan-in, so that outputs are of order 1."""
        shape = self.shape(sizes)
        fan_in = {"weight": shape[0], "filter": math.prod(shape[1:])}.get(self.kind, 1)
        return 1 / math.sqrt(fan_in)


@dataclasses.dataclass(frozen=True)
class Kernel:
    """One kernel. `axes` names its dims. `bound` is the axis that labels and indices point into.
    `static` names the keywords that both functions take beside the inputs: axes, and "dtype".
    `torch_reference` and `jax_reference` stand for the function where its float64 evaluation is no
    reference; with `dropout`, they give what a kept element is."""
    name: str
    axes: tuple
    inputs: dict
    torch: types.FunctionType
    jax: types.FunctionType
    bound: str = ""
    static: tuple = ()
    dropout: bool = False
    torch_reference: types.FunctionType = None
    jax_reference: types.FunctionType = None

    def sizes(self, size):
        """{"R": 8192, "C": 8192}, of "small", "seed" or "large"."""
        return dict(zip(self.axes, presets(self.name)[size], strict=True))

    def bind(self, function, sizes, dtype):
        keywords = {name: dtype if name == "dtype" else sizes[name] for name in self.static}
        return functools.partial(function, **keywords) if keywords else function

    def torch_inputs(self, sizes, dtype, set_number, device="cuda"):
        """Tensors, a function of the set's number alone."""
        generator = torch.Generator(device).manual_seed(set_number)
        return tuple(_torch_input(spec, sizes, sizes.get(self.bound), dtype, generator, device)
                     for spec in self.inputs.values())

    def jax_inputs(self, sizes, dtype, set_number):
        """Arrays, a function of the set's number alone; a dropout's random key is the last."""
        keys = jax.random.split(jax.random.key(set_number), len(self.inputs) + 1)
        arrays = tuple(_jax_input(spec, sizes, sizes.get(self.bound), dtype, key)
                       for spec, key in zip(self.inputs.values(), keys))
        return arrays + ((keys[-1],) if self.dropout else ())


@functools.lru_cache(maxsize=None)
def presets(name):
    """{"small": [...], "seed": [...], "large": [...]}, from the kernel's header."""
    (header,) = HEADERS.glob(f"level*/{name}.hpp")
    declared = re.search(r"presets dims\{(.*?)\};", header.read_text(encoding="utf-8"), re.DOTALL)
    found = {size: [int(extent) for extent in extents.split(",")]
             for size, extents in re.findall(r"\.(\w+) = \{([\d, ]+)\}", declared[1])}
    if set(found) != {"small", "seed", "large"}:
        raise ValueError(f"{header}: presets dims names {sorted(found)}")
    return found


def _torch_input(spec, sizes, bound, dtype, generator, device):
    shape = spec.shape(sizes)
    on_device = {"generator": generator, "device": device}
    if spec.kind == "index":  # as likely counted from the end as from the start
        return torch.randint(-bound, bound, shape, dtype=torch.int32, **on_device)
    if spec.kind == "label":
        labels = torch.randint(0, bound, shape, dtype=torch.int32, **on_device)
        return labels.masked_fill_(torch.rand(shape, **on_device) < 1 / 16, IGNORED)
    if spec.kind == "base":
        bases = torch.randint(0, 4, shape, dtype=torch.uint8, **on_device)
        return bases.masked_fill_(torch.rand(shape, **on_device) < 1 / 64, 4)
    return torch.randn(shape, **on_device).mul_(spec.scale(sizes)).to(dtype)


def _jax_input(spec, sizes, bound, dtype, key):
    shape = spec.shape(sizes)
    if spec.kind == "index":
        return jax.random.randint(key, shape, -bound, bound, dtype=jnp.int32)
    draw, special = jax.random.split(key)
    if spec.kind == "label":
        labels = jax.random.randint(draw, shape, 0, bound, dtype=jnp.int32)
        return jnp.where(jax.random.bernoulli(special, 1 / 16, shape), IGNORED, labels)
    if spec.kind == "base":
        bases = jax.random.randint(draw, shape, 0, 4, dtype=jnp.uint8)
        return jnp.where(jax.random.bernoulli(special, 1 / 64, shape), jnp.uint8(4), bases)
    normals = jax.random.normal(key, shape, jnp.float32)
    return (normals * jnp.float32(spec.scale(sizes))).astype(dtype)


# JAX computes in an array's own type. Sixteen-bit kernels compute in f32 and round once, at the
# store; XLA fuses the casts into the loops around them, where they cost no memory.

def _up(x):
    return x.astype(jnp.promote_types(x.dtype, jnp.float32))


def _map(function):
    """An elementwise JAX function of one or two arrays, at the accuracy above."""
    def mapped(*arrays):
        return function(*map(_up, arrays)).astype(arrays[0].dtype)
    return mapped


def _jax_layer_norm(x, gamma, beta):
    wide = _up(x)
    centred = wide - wide.mean(-1, keepdims=True)
    scaled = centred * jax.lax.rsqrt((centred * centred).mean(-1, keepdims=True) + EPS)
    return (scaled * _up(gamma) + _up(beta)).astype(x.dtype)


def _jax_rms_norm(x, gamma):
    wide = _up(x)
    scaled = wide * jax.lax.rsqrt((wide * wide).mean(-1, keepdims=True) + EPS)
    return (scaled * _up(gamma)).astype(x.dtype)


def _jax_batch_norm(x, gamma, beta):
    wide = _up(x)
    centred = wide - wide.mean(0)
    scaled = centred * jax.lax.rsqrt((centred * centred).mean(0) + EPS)
    return (scaled * _up(gamma) + _up(beta)).astype(x.dtype)


def _jax_huber(p, t):
    d = abs(_up(p) - _up(t))
    return jnp.where(d <= 1, 0.5 * d * d, d - 0.5).mean().astype(p.dtype)


def _jax_row_losses(logits, labels):
    wide = _up(logits)
    kept = labels != IGNORED
    at = jnp.where(kept, labels, 0)[:, None]
    picked = jnp.take_along_axis(wide, at, axis=1)[:, 0]
    return jnp.where(kept, jax.nn.logsumexp(wide, axis=1) - picked, 0)


def _jax_cross_entropy(logits, labels):
    kept = (labels != IGNORED).sum(dtype=jnp.int32)
    return (_jax_row_losses(logits, labels).sum() / kept).astype(logits.dtype)


def _torch_layer_norm(x, gamma, beta):
    return F.layer_norm(x, x.shape[-1:], gamma, beta, EPS)


def _torch_gelu_bias(x, b):
    return F.gelu(x + b, approximate="tanh")


def _jax_wide_gelu_bias(x, b):
    return jax.nn.gelu(_up(x) + _up(b), approximate=True)


def _jax_gelu_bias(x, b):
    return _jax_wide_gelu_bias(x, b).astype(x.dtype)


def _jax_bias_gelu_dropout(x, b, key):
    kept = jax.random.bernoulli(key, KEEP, x.shape)
    return jnp.where(kept, _jax_wide_gelu_bias(x, b) / KEEP, 0).astype(x.dtype)


def _torch_scatter_add(x, index, u):
    # index_add takes 32-bit indices, scatter_add none; neither counts from the end.
    return x.index_add(0, torch.where(index < 0, index + len(x), index), u)


def _torch_kmer_count(s):
    # An ambiguous base weighs so much that its windows come out negative, where histc does not
    # count. bincount would read the largest value back to the host, which no graph can hold.
    base = torch.where(s < 4, s.to(torch.int16), -256)
    code = 64 * base[:-3] + 16 * base[1:-2] + 4 * base[2:-1] + base[3:]
    return torch.histc(code.int(), bins=256, min=0, max=256)


def _torch_kmer_count_reference(s):
    base = s.long()
    code = 64 * base[:-3] + 16 * base[1:-2] + 4 * base[2:-1] + base[3:]
    whole = (s[:-3] < 4) & (s[1:-2] < 4) & (s[2:-1] < 4) & (s[3:] < 4)
    return torch.bincount(code[whole], minlength=256).int()


def _jax_kmer_count(s):
    base = s.astype(jnp.int32)
    code = 64 * base[:-3] + 16 * base[1:-2] + 4 * base[2:-1] + base[3:]
    clear = s < 4
    whole = clear[:-3] & clear[1:-2] & clear[2:-1] & clear[3:]
    return jnp.zeros(256, jnp.int32).at[jnp.where(whole, code, 256)].add(1, mode="drop")


def _jax_attention(q, k, v):
    """q, k, v [B, H, S, D]. cuDNN's kernel takes 16-bit types alone."""
    if q.dtype.itemsize == 2 and jax.default_backend() == "gpu":
        def swap(x):
            return x.transpose(0, 2, 1, 3)
        return swap(jax.nn.dot_product_attention(swap(q), swap(k), swap(v), implementation="cudnn"))
    # The bare product is kept in f32: the softmax follows it without a rounding between.
    scores = jnp.einsum("bhsd,bhtd->bhst", q, k,
                        preferred_element_type=jnp.promote_types(q.dtype, jnp.float32))
    weights = jax.nn.softmax(scores / math.sqrt(q.shape[-1]), axis=-1)
    return jnp.einsum("bhst,bhtd->bhsd", weights.astype(q.dtype), v)


def _torch_mha(x, wq, wk, wv, wo):
    def heads(t):
        return t.view(1, len(t), HEADS, -1).transpose(1, 2)
    o = F.scaled_dot_product_attention(heads(x @ wq), heads(x @ wk), heads(x @ wv))
    return o.transpose(1, 2).reshape(x.shape) @ wo


def _jax_mha(x, wq, wk, wv, wo):
    def heads(t):
        return t.reshape(1, len(t), HEADS, -1).transpose(0, 2, 1, 3)
    o = _jax_attention(heads(x @ wq), heads(x @ wk), heads(x @ wv))
    return o.transpose(0, 2, 1, 3).reshape(x.shape) @ wo


def _torch_mlp(x, w1, b1, w2, b2):
    return torch.addmm(b2, torch.relu(torch.addmm(b1, x, w1)), w2)


def _jax_mlp(x, w1, b1, w2, b2):
    return jnp.maximum(x @ w1 + b1, 0) @ w2 + b2


def _torch_block(x, gamma1, beta1, wq, wk, wv, wo, gamma2, beta2, w1, b1, w2, b2):
    h = x + _torch_mha(_torch_layer_norm(x, gamma1, beta1), wq, wk, wv, wo)
    return h + _torch_mlp(_torch_layer_norm(h, gamma2, beta2), w1, b1, w2, b2)


def _jax_block(x, gamma1, beta1, wq, wk, wv, wo, gamma2, beta2, w1, b1, w2, b2):
    h = x + _jax_mha(_jax_layer_norm(x, gamma1, beta1), wq, wk, wv, wo)
    return h + _jax_mlp(_jax_layer_norm(h, gamma2, beta2), w1, b1, w2, b2)


def _torch_conv1d(x, w):
    return F.conv1d(x.T, w.transpose(1, 2), padding="same").T


def _jax_conv1d(x, w):
    width = w.shape[1]
    return jax.lax.conv_general_dilated(x[None], w, (1,), [((width - 1) // 2, width // 2)],
                                        dimension_numbers=("NWC", "OWI", "NWC"))[0]


def _inputs(specs):
    """{"w1": "weight E F", "x": "S E"} with the kind left out where it is "normal"."""
    parsed = {}
    for name, text in specs.items():
        words = text.split()
        kind = words.pop(0) if words[0].islower() else "normal"
        parsed[name] = Input(kind, tuple(words))
    return parsed


def _kernel(name, axes, inputs, torch_function, jax_function, **more):
    return Kernel(name, tuple(axes.split()), _inputs(inputs), torch_function, jax_function, **more)


def _activation(name, torch_function, jax_function):
    return _kernel(name, "N", {"x": "N"}, torch_function, _map(jax_function))


def _binary(name, torch_function, jax_function):
    return _kernel(name, "N", {"a": "N", "b": "N"}, torch_function, _map(jax_function))


_NORM = {"x": "R C", "gamma": "C", "beta": "C"}
_PRODUCT = {"a": "M K", "b": "weight K N"}
_LOSS = {"p": "N", "t": "N"}
_LABELLED = {"logits": "N C", "labels": "label N"}
_PAIR = {"a": "base R C", "b": "base R C"}
_MHA = {"wq": "weight E E", "wk": "weight E E", "wv": "weight E E", "wo": "weight E E"}
_MLP = {"w1": "weight E F", "b1": "F", "w2": "weight F E", "b2": "E"}

KERNELS = {kernel.name: kernel for kernel in [
    _activation("relu", lambda x: torch.relu(x), lambda x: jax.nn.relu(x)),
    _activation("leaky_relu", lambda x: F.leaky_relu(x, 0.01),
                lambda x: jax.nn.leaky_relu(x, 0.01)),
    _activation("gelu", lambda x: F.gelu(x, approximate="tanh"),
                lambda x: jax.nn.gelu(x, approximate=True)),
    _activation("silu", lambda x: F.silu(x), lambda x: jax.nn.silu(x)),
    _activation("sigmoid", lambda x: torch.sigmoid(x), lambda x: jax.nn.sigmoid(x)),
    _activation("tanh_activation", lambda x: torch.tanh(x), lambda x: jnp.tanh(x)),
    _activation("softplus", lambda x: F.softplus(x), lambda x: jax.nn.softplus(x)),
    _activation("elu", lambda x: F.elu(x), lambda x: jax.nn.elu(x)),
    _activation("hardswish", lambda x: F.hardswish(x), lambda x: x * jnp.clip(x + 3, 0, 6) / 6),
    _activation("mish", lambda x: F.mish(x), lambda x: jax.nn.mish(x)),
    _kernel("layer_norm", "R C", _NORM, _torch_layer_norm, _jax_layer_norm),
    _kernel("rms_norm", "R C", {"x": "R C", "gamma": "C"},
            lambda x, gamma: F.rms_norm(x, x.shape[-1:], gamma, EPS), _jax_rms_norm),
    _kernel("batch_norm_1d", "R C", _NORM,
            lambda x, gamma, beta: F.batch_norm(x, None, None, gamma, beta, training=True, eps=EPS),
            _jax_batch_norm),
    _kernel("matmul", "M K N", _PRODUCT, lambda a, b: a @ b, lambda a, b: a @ b),
    _kernel("row_sum", "R C", {"x": "R C"}, lambda x: x.sum(1, keepdim=True),
            lambda x: _up(x).sum(1, keepdims=True).astype(x.dtype)),
    _kernel("col_sum", "R C", {"x": "R C"}, lambda x: x.sum(0, keepdim=True),
            lambda x: _up(x).sum(0, keepdims=True).astype(x.dtype)),
    _kernel("softmax", "R C", {"x": "R C"}, lambda x: torch.softmax(x, 1),
            _map(lambda x: jax.nn.softmax(x, axis=1))),
    _kernel("log_softmax", "R C", {"x": "R C"}, lambda x: torch.log_softmax(x, 1),
            _map(lambda x: jax.nn.log_softmax(x, axis=1))),
    _binary("vector_add", lambda a, b: a + b, lambda a, b: a + b),
    _binary("elementwise_mul", lambda a, b: a * b, lambda a, b: a * b),
    _binary("elementwise_max", lambda a, b: torch.maximum(a, b), lambda a, b: jnp.maximum(a, b)),
    _kernel("cross_entropy", "N C", _LABELLED,
            lambda logits, labels: F.cross_entropy(logits, labels.long()), _jax_cross_entropy,
            bound="C"),
    _kernel("mse_loss", "N", _LOSS, lambda p, t: F.mse_loss(p, t),
            lambda p, t: jnp.square(_up(p) - _up(t)).mean().astype(p.dtype)),
    _kernel("huber_loss", "N", _LOSS, lambda p, t: F.huber_loss(p, t, delta=1.0), _jax_huber),
    _kernel("gather", "V D N", {"table": "V D", "index": "index N"},
            lambda table, index: table[index], lambda table, index: table[index], bound="V"),
    _kernel("scatter_add", "V N", {"x": "V", "index": "index N", "u": "N"},
            _torch_scatter_add, lambda x, index, u: x.at[index].add(u), bound="V"),
    _kernel("one_hot", "N C", {"index": "index N"},
            lambda index, C, dtype: (index[:, None] == torch.arange(
                C, dtype=torch.int32, device=index.device)).to(dtype),
            lambda index, C, dtype: jax.nn.one_hot(index, C, dtype=dtype),
            bound="C", static=("C", "dtype")),
    _kernel("fused_relu_matmul", "M K N", _PRODUCT, lambda a, b: torch.relu(a) @ b,
            lambda a, b: jnp.maximum(a, 0) @ b),
    _kernel("fused_gelu_bias", "R C", {"x": "R C", "b": "C"}, _torch_gelu_bias, _jax_gelu_bias),
    _kernel("fused_layer_norm_relu", "R C", _NORM,
            lambda x, gamma, beta: torch.relu(_torch_layer_norm(x, gamma, beta)),
            lambda x, gamma, beta: jnp.maximum(_jax_layer_norm(x, gamma, beta), 0)),
    _kernel("fused_matmul_bias", "M K N", {**_PRODUCT, "bias": "N"},
            lambda a, b, bias: torch.addmm(bias, a, b), lambda a, b, bias: a @ b + bias),
    _kernel("fused_matmul_relu", "M K N", _PRODUCT, lambda a, b: torch.relu(a @ b),
            lambda a, b: jnp.maximum(a @ b, 0)),
    _kernel("fused_softmax_cross_entropy", "N C", _LABELLED,
            lambda logits, labels: F.cross_entropy(logits, labels.long(), reduction="none"),
            lambda logits, labels: _jax_row_losses(logits, labels).astype(logits.dtype),
            bound="C"),
    _kernel("fused_residual_norm", "R C", {"x": "R C", "r": "R C", "gamma": "C", "beta": "C"},
            lambda x, r, gamma, beta: _torch_layer_norm(x + r, gamma, beta),
            lambda x, r, gamma, beta: _jax_layer_norm(
                _up(x) + _up(r), gamma, beta).astype(x.dtype)),
    _kernel("fused_bias_gelu_dropout", "R C", {"x": "R C", "b": "C"},
            lambda x, b: F.dropout(_torch_gelu_bias(x, b), 1 - KEEP), _jax_bias_gelu_dropout,
            dropout=True, torch_reference=lambda x, b: _torch_gelu_bias(x, b) / KEEP,
            jax_reference=lambda x, b, key: _jax_gelu_bias(x, b) / KEEP),
    _kernel("kmer_count", "L", {"s": "base L"}, _torch_kmer_count, _jax_kmer_count,
            torch_reference=_torch_kmer_count_reference),
    _kernel("reverse_complement", "L", {"s": "base L"},
            lambda s: torch.where(s < 4, 3 - s, s).flip(0),
            lambda s: jnp.where(s < 4, 3 - s, s)[::-1]),
    _kernel("hamming_distance", "R C", _PAIR, lambda a, b: (a != b).sum(1, dtype=torch.int32),
            lambda a, b: (a != b).sum(1, dtype=jnp.int32)),
    _kernel("sequence_match", "R C", _PAIR, lambda a, b: (a == b).sum(1, dtype=torch.int32),
            lambda a, b: (a == b).sum(1, dtype=jnp.int32)),
    _kernel("gc_content", "R C", {"s": "base R C"},
            lambda s: ((s == 1) | (s == 2)).sum(1, dtype=torch.int32) / s.shape[1],
            lambda s: (((s == 1) | (s == 2)).sum(1, dtype=jnp.int32)
                       / jnp.float32(s.shape[1])).astype(jnp.float32)),
    _kernel("attention_forward", "B H S D", {"q": "B H S D", "k": "B H S D", "v": "B H S D"},
            lambda q, k, v: F.scaled_dot_product_attention(q, k, v), _jax_attention),
    _kernel("multi_head_attention", "S E", {"x": "S E", **_MHA}, _torch_mha, _jax_mha),
    _kernel("mlp_block", "S E F", {"x": "S E", **_MLP}, _torch_mlp, _jax_mlp),
    _kernel("transformer_block", "S E F",
            {"x": "S E", "gamma1": "E", "beta1": "E", **_MHA, "gamma2": "E", "beta2": "E", **_MLP},
            _torch_block, _jax_block),
    _kernel("conv1d_genomic", "L K F", {"x": "L 4", "w": "filter F K 4"},
            _torch_conv1d, _jax_conv1d),
]}
# Their sums of many products are allowed ten times the error of the others in f32.
PRODUCTS = {"matmul", "fused_relu_matmul", "fused_matmul_bias", "fused_matmul_relu",
            "attention_forward", "multi_head_attention", "mlp_block", "transformer_block",
            "conv1d_genomic"}


def tolerance(name, dtype):
    """(atol, rtol) of a kernel's floating-point output, dtype being "f32", "f16" or "bf16"."""
    if dtype == "f32":
        return (1e-4 if name in PRODUCTS else 1e-5), 1e-5
    return {"f16": (1e-3, 1e-3), "bf16": (1e-2, 1.6e-2)}[dtype]
