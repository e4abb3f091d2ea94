"""Write the deep model's file from an int8 ONNX encoder.

python export_deep.py encoder-int8.onnx config.json ../models/deep-45k-384.bin [--id deep-45k-384@1]

Nothing is rounded again: word vectors keep their 4 bits in blocks of 32, matrices their int8 with one scale an output
channel; only the order changes, to that of the kernels in src/engine/dense/deep/kernels. Activations are not in the file:
the kernels round them on the fly, finer than onnxruntime does. The container is described in src/engine/dense/model-file.ts.
Needs: numpy, onnx, xxhash.
"""
import argparse
import json
import re
import struct

import numpy as np
import onnx
import xxhash
from onnx import numpy_helper

POSITIONS = 64  # the longest text that the model is used with
QUERY_TOKENS, DOCUMENT_TOKENS = 40, 64
WORD_BLOCK = 32
BLOCK_CHANNELS = 8


def read_onnx(path):
    """Tensors by their PyTorch names; matrices as (int8 inner × channels, float32 scale a channel)."""
    graph = onnx.load(path).graph
    stored = {i.name: numpy_helper.to_array(i) for i in graph.initializer}
    tensors = {k.removeprefix("model."): v for k, v in stored.items() if k.startswith("model.")}
    matrices, words = {}, None
    for node in graph.node:
        if node.op_type == "GatherBlockQuantized":
            words = stored[node.input[0]].astype(np.int8), stored[node.input[2]].astype(np.float32)
        m = re.match(r"/(qkv|out|up|down)(?:_(\d+))?/MatMul", node.name)
        if node.op_type == "MatMulInteger" and m:
            weights, zero = stored[node.input[1]], stored[node.input[3]]
            assert weights.dtype == np.int8 and not zero.any(), f"{node.name}: int8 without zero point wanted"
            matrices[f"{m[2] or 0}.{m[1]}"] = weights, stored[node.input[1].replace("_quantized", "_scale")]
    return tensors, matrices, words


def pack_matrix(weights):
    """inner × channels -> blocks of 8 channels; in each, pairs of inner positions; in each, two numbers a channel."""
    inner, channels = weights.shape
    assert inner % 4 == 0 and channels % BLOCK_CHANNELS == 0
    assert weights.min() >= -127, "-128 would leave the bound that the kernels' sums rely on"
    parts = weights.T.reshape(channels // BLOCK_CHANNELS, BLOCK_CHANNELS, inner // 2, 2)
    return np.ascontiguousarray(parts.transpose(0, 2, 1, 3))


def pack_words(numbers):
    """-8 … 7 -> 0 … 15; in a block of 32, number i in the low half of byte i, number i + 16 in the high half."""
    assert numbers.min() >= -8 and numbers.max() <= 7
    blocks = (numbers + 8).astype(np.uint8).reshape(len(numbers), -1, 2, WORD_BLOCK // 2)
    return blocks[:, :, 0] | blocks[:, :, 1] << 4


def sections(tensors, matrices, words, layers):
    f32 = lambda a: np.ascontiguousarray(a, "<f4")
    yield "words", pack_words(words[0])
    yield "wordScales", f32(words[1])
    yield "positions", f32(tensors["position.weight"][:POSITIONS])
    for part in ("weight", "bias"):
        yield f"norm.{part}", f32(tensors[f"norm.{part}"])
    for layer in range(layers):
        for name in ("qkv", "out", "up", "down"):
            weights, scales = matrices[f"{layer}.{name}"]
            yield f"{layer}.{name}.weights", pack_matrix(weights)
            yield f"{layer}.{name}.scales", f32(scales)
            yield f"{layer}.{name}.bias", f32(tensors[f"layers.{layer}.{name}.bias"])
        for name in ("norm1", "norm2"):
            for part in ("weight", "bias"):
                yield f"{layer}.{name}.{part}", f32(tensors[f"layers.{layer}.{name}.{part}"])


def write_container(path, facts, content):
    """The container of src/engine/dense/model-file.ts."""
    aligned = lambda n: -(-n // 16) * 16
    starts, body = {}, bytearray()
    for name, array in content:
        raw = array.tobytes()
        starts[name] = [len(body), len(raw)]
        body += raw + bytes(aligned(len(raw)) - len(raw))
    header = json.dumps({**facts, "sections": starts}, separators=(",", ":")).encode()
    header += b" " * (aligned(24 + len(header)) - 24 - len(header))
    checked = struct.pack("<II", 24 + len(header) + len(body), len(header)) + header + body
    with open(path, "wb") as out:
        out.write(b"TSCMODEL" + struct.pack("<II", 1, xxhash.xxh32_intdigest(checked)) + checked)
    return 16 + len(checked)


if __name__ == "__main__":
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("onnx"); p.add_argument("config"); p.add_argument("out")
    p.add_argument("--id", default="deep-45k-384@1", help="name and version; part of the key that vectors are cached under")
    a = p.parse_args()
    config = json.load(open(a.config))
    tensors, matrices, words = read_onnx(a.onnx)
    facts = {
        "id": a.id, "kind": "deep-encoder", "vocabulary": len(words[0]), "dimensions": config["dim"], "layers": config["layers"],
        "heads": config["heads"], "feedForward": config["ff"], "epsilon": 1e-12,
        "queryPrefix": config["prefix"]["query"], "documentPrefix": config["prefix"]["passage"],
        "queryTokens": QUERY_TOKENS, "documentTokens": DOCUMENT_TOKENS,
    }
    size = write_container(a.out, facts, sections(tensors, matrices, words, config["layers"]))
    print(f"{a.out}: {size:,} bytes")
