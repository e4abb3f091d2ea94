"""The shipped deep model: numbers in the order of the WebAssembly kernels (`src/engine/dense/deep/model-layout.ts`)."""
import numpy as np

from shipping.model_file import read_model_file
from shipping.quantised import MATRICES, NORMS, WORD_BLOCK, QuantisedEncoder

POSITIONS = 64  # the longest text that the model is used with
QUERY_TOKENS, DOCUMENT_TOKENS = 40, 64
EPSILON = 1e-12
CHANNELS = 8  # of a block of a matrix


def deep_sections(encoder):
    """Pairs of section name and array, in the file's order."""
    tensors = encoder.tensors
    yield "words", pack_words(encoder.words)
    yield "wordScales", _floats(encoder.word_scales)
    yield "positions", _floats(tensors["position.weight"][:POSITIONS])
    for part in ("weight", "bias"):
        yield f"norm.{part}", _floats(tensors[f"norm.{part}"])
    for layer in range(encoder.layers):
        for name in MATRICES:
            numbers, scales = encoder.matrices[f"{layer}.{name}"]
            yield f"{layer}.{name}.weights", pack_matrix(numbers)
            yield f"{layer}.{name}.scales", _floats(scales)
            yield f"{layer}.{name}.bias", _floats(tensors[f"layers.{layer}.{name}.bias"])
        for name in NORMS:
            for part in ("weight", "bias"):
                yield f"{layer}.{name}.{part}", _floats(tensors[f"layers.{layer}.{name}.{part}"])


def read_deep_model(path):
    """-> (facts, QuantisedEncoder with 64 positions)"""
    facts, sections = read_model_file(path)
    dim = facts["dimensions"]

    def floats(name):
        return np.frombuffer(sections[name], "<f4")

    words = unpack_words(np.frombuffer(sections["words"], np.uint8).reshape(facts["vocabulary"], -1))
    tensors = {"position.weight": floats("positions").reshape(POSITIONS, dim)}
    tensors |= {f"norm.{part}": floats(f"norm.{part}") for part in ("weight", "bias")}
    matrices = {}
    for layer in range(facts["layers"]):
        for name in MATRICES:
            scales = floats(f"{layer}.{name}.scales")
            numbers = np.frombuffer(sections[f"{layer}.{name}.weights"], np.int8)
            matrices[f"{layer}.{name}"] = unpack_matrix(numbers, len(scales)), scales
            tensors[f"layers.{layer}.{name}.bias"] = floats(f"{layer}.{name}.bias")
        for name in NORMS:
            for part in ("weight", "bias"):
                tensors[f"layers.{layer}.{name}.{part}"] = floats(f"{layer}.{name}.{part}")
    word_scales = floats("wordScales").reshape(facts["vocabulary"], -1)
    return facts, QuantisedEncoder(words, word_scales, matrices, tensors)


def pack_matrix(numbers):
    """inner × channels -> blocks of 8 channels; in each, pairs of inner positions; in each, two numbers a channel."""
    inner, channels = numbers.shape
    if inner % 4 or channels % CHANNELS:
        raise ValueError(f"a matrix of {inner} × {channels} does not fit blocks of 4 × {CHANNELS}")
    if numbers.min() < -127:
        raise ValueError("-128 would leave the bound that the kernels' sums rely on")
    blocks = numbers.T.reshape(channels // CHANNELS, CHANNELS, inner // 2, 2)
    return np.ascontiguousarray(blocks.transpose(0, 2, 1, 3))


def unpack_matrix(packed, channels):
    blocks = packed.reshape(channels // CHANNELS, -1, CHANNELS, 2)
    return np.ascontiguousarray(blocks.transpose(0, 2, 1, 3).reshape(channels, -1).T)


def pack_words(numbers):
    """-8 … 7 -> 0 … 15; in a block of 32, number i in the low half of byte i, number i + 16 in the high half."""
    if numbers.min() < -8 or numbers.max() > 7:
        raise ValueError("word vectors hold numbers outside of 4 bits")
    blocks = (numbers + 8).astype(np.uint8).reshape(len(numbers), -1, 2, WORD_BLOCK // 2)
    return blocks[:, :, 0] | blocks[:, :, 1] << 4


def unpack_words(packed):
    """ids × bytes -> ids × numbers"""
    blocks = packed.reshape(len(packed), -1, 1, WORD_BLOCK // 2)
    numbers = np.concatenate([blocks & 15, blocks >> 4], axis=2)
    return numbers.reshape(len(packed), -1).astype(np.int8) - 8


def _floats(array):
    return np.ascontiguousarray(array, "<f4")
