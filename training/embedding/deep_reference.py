"""Vectors of the shipped deep model by the definition of the network, in numpy.

The WebAssembly kernels are tested against them.

    deep_reference.py models/deep-45k-384.bin LINES.json OUT.json

LINES.json: [{"text", "role", "ids": [token ids with begin, prefix and end]}, …]; OUT.json: the same with "start", the
first eight components. The weights are those of the file; activations stay floats. (onnxruntime rounds them to 8 bits,
one scale for a whole text: its vectors of the same weights have a mean cosine of 0.990 with these, down to 0.92.)
"""
import argparse
import json
import math

import numpy as np

from shipping.deep_model import EPSILON, read_deep_model
from shipping.quantised import WORD_BLOCK

COMPONENTS = 8

_erf = np.vectorize(math.erf)


class Reference:
    """The whole network in 64-bit floats."""

    def __init__(self, encoder, heads):
        self._tensors = {name: value.astype(float) for name, value in encoder.tensors.items()}
        # Scales first: the products are then rounded in 64 bits only.
        self._matrices = {name: numbers * scales.astype(float) for name, (numbers, scales) in encoder.matrices.items()}
        self._words = encoder.words * np.repeat(encoder.word_scales.astype(float), WORD_BLOCK, axis=1)
        self._layers, self._heads = encoder.layers, heads

    def encode(self, ids):
        """Token ids -> one vector of unit length."""
        x = self._words[ids] + self._tensors["position.weight"][: len(ids)]
        x = self._norm(x, "norm")
        for layer in range(self._layers):
            x = self._norm(x + self._linear(self._attend(x, layer), layer, "out"), f"layers.{layer}.norm1")
            inner = self._linear(x, layer, "up")
            gelu = inner * (1 + _erf(inner / math.sqrt(2))) / 2
            x = self._norm(x + self._linear(gelu, layer, "down"), f"layers.{layer}.norm2")
        total = x.sum(0)
        return total / np.linalg.norm(total)

    def _attend(self, x, layer):
        tokens, dim = x.shape
        width = dim // self._heads
        q, k, v = self._linear(x, layer, "qkv").reshape(tokens, 3, self._heads, width).transpose(1, 2, 0, 3)
        scores = q @ k.transpose(0, 2, 1) / math.sqrt(width)
        shares = np.exp(scores - scores.max(-1, keepdims=True))
        shares /= shares.sum(-1, keepdims=True)
        return (shares @ v).transpose(1, 0, 2).reshape(tokens, dim)

    def _linear(self, x, layer, name):
        return x @ self._matrices[f"{layer}.{name}"] + self._tensors[f"layers.{layer}.{name}.bias"]

    def _norm(self, x, name):
        centred = x - x.mean(-1, keepdims=True)
        deviation = np.sqrt((centred * centred).mean(-1, keepdims=True) + EPSILON)
        return centred / deviation * self._tensors[f"{name}.weight"] + self._tensors[f"{name}.bias"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", help="the shipped file")
    parser.add_argument("lines", help="JSON array of texts with their ids")
    parser.add_argument("out", help="JSON file to write")
    options = parser.parse_args()
    facts, encoder = read_deep_model(options.model)
    reference = Reference(encoder, facts["heads"])
    with open(options.lines, encoding="utf8") as file:
        lines = json.load(file)
    for line in lines:
        line["start"] = [round(float(x), 6) for x in reference.encode(line["ids"])[:COMPONENTS]]
    with open(options.out, "w", encoding="utf8") as file:
        file.write("[\n" + ",\n".join("  " + json.dumps(line, ensure_ascii=False) for line in lines) + "\n]\n")


if __name__ == "__main__":
    main()
