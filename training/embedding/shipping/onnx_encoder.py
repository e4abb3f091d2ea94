"""Reading of the ONNX file that export_onnx.py writes."""
import re

import numpy as np
import onnx
from onnx import numpy_helper

from shipping.quantised import QuantisedEncoder

_MATRIX_NODE = re.compile(r"/(qkv|out|up|down)(?:_(\d+))?/MatMul")


def read_onnx_encoder(path):
    graph = onnx.load(path).graph
    stored = {item.name: numpy_helper.to_array(item) for item in graph.initializer}
    matrices, words = {}, None
    for node in graph.node:
        place = _MATRIX_NODE.match(node.name)
        if node.op_type == "GatherBlockQuantized":
            words = stored[node.input[0]].astype(np.int8), stored[node.input[2]].astype(np.float32)
        elif node.op_type == "MatMulInteger" and place:
            numbers, zero = stored[node.input[1]], stored[node.input[3]]
            if numbers.dtype != np.int8 or zero.any():
                raise ValueError(f"{path}: {node.name} is not int8 around zero")
            scales = stored[node.input[1].replace("_quantized", "_scale")]
            matrices[f"{place[2] or 0}.{place[1]}"] = numbers, scales
    if words is None or not matrices:
        raise ValueError(f"{path} is no int8 encoder of export_onnx.py")
    prefix = "model."
    tensors = {
        name.removeprefix(prefix): value
        for name, value in stored.items()
        if name.startswith(prefix) and not name.startswith("model.word.")
    }
    return QuantisedEncoder(*words, matrices, tensors)
