"""Vectors of an int8 ONNX encoder by the definition of the network, in numpy: what the WebAssembly kernels are tested against.

python deep_reference.py encoder-int8.onnx LINES.json OUT.json

LINES.json: [{"text", "role", "ids": [token ids with begin, prefix and end]}, …]; OUT.json: the same with "start", the first
eight components. The weights are those of the file; activations stay floats. (onnxruntime rounds them to 8 bits, one scale for
a whole text: its vectors of the same file have a mean cosine of 0.990 with these, down to 0.92.)
Needs: numpy, onnx.
"""
import json
import math
import sys

import numpy as np

from export_deep import WORD_BLOCK, read_onnx

EPSILON = 1e-12
COMPONENTS = 8

erf = np.vectorize(math.erf)


def norm(x, tensors, name):
    d = x - x.mean(-1, keepdims=True)
    return d / np.sqrt((d * d).mean(-1, keepdims=True) + EPSILON) * tensors[f"{name}.weight"] + tensors[f"{name}.bias"]


def encode(ids, tensors, matrices, words, heads):
    numbers, scales = words
    linear = lambda x, layer, name: x @ matrices[f"{layer}.{name}"] + tensors[f"layers.{layer}.{name}.bias"]
    n, dim = len(ids), numbers.shape[1]
    x = numbers[ids] * np.repeat(scales[ids].astype(float), WORD_BLOCK, axis=1) + tensors["position.weight"][:n]
    x = norm(x, tensors, "norm")
    for layer in range(len(matrices) // 4):
        q, k, v = linear(x, layer, "qkv").reshape(n, 3, heads, dim // heads).transpose(1, 2, 0, 3)
        a = q @ k.transpose(0, 2, 1) / math.sqrt(dim // heads)
        a = np.exp(a - a.max(-1, keepdims=True))
        o = (a / a.sum(-1, keepdims=True) @ v).transpose(1, 0, 2).reshape(n, dim)
        x = norm(x + linear(o, layer, "out"), tensors, f"layers.{layer}.norm1")
        u = linear(x, layer, "up")
        x = norm(x + linear(u * (1 + erf(u / math.sqrt(2))) / 2, layer, "down"), tensors, f"layers.{layer}.norm2")
    total = x.sum(0)
    return total / np.linalg.norm(total)


if __name__ == "__main__":
    path, lines, out = sys.argv[1:]
    tensors, matrices, words = read_onnx(path)
    tensors = {name: value.astype(float) for name, value in tensors.items()}
    matrices = {name: weights * scales.astype(float) for name, (weights, scales) in matrices.items()}
    result = []
    for line in json.load(open(lines, encoding="utf8")):
        vector = encode(line["ids"], tensors, matrices, words, heads=12)
        result.append({**line, "start": [round(float(x), 6) for x in vector[:COMPONENTS]]})
    with open(out, "w", encoding="utf8") as f:
        f.write("[\n" + ",\n".join("  " + json.dumps(line, ensure_ascii=False) for line in result) + "\n]\n")
