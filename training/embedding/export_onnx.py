"""Write the encoder as ONNX in int8.

    export_onnx.py work/tuned work/encoder-int8.onnx --check requests

Word vectors go into blocks of 32 numbers at 4 bits with one scale: they are frozen and came from such a file, so
nothing is lost. Matrices become int8 with one scale an output channel; onnxruntime rounds activations on the fly.
Inputs: ids and mask (int64, texts × length). Output: vectors (float32, texts × dim), unit length.
"""
import argparse
import logging
import os
import warnings

import numpy as np
import onnx
import onnxruntime
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from onnxruntime.quantization import matmul_nbits_quantizer as blocks

from data.sets import load_queries
from encoder.folder import load_encoder
from encoder.padded import PaddedEncoder
from evaluation.models import QUERY_TOKENS
from shipping.quantised import WORD_BLOCK

OPSET = 17
CHECKED = 200  # requests
EXAMPLES = ("list my pull requests", "покажи погоду в Берлине", "明天去柏林要带伞吗？")


def export_encoder(model, path):
    unrounded = f"{path}.unrounded"
    _trace(model, unrounded)
    onnx.save(_round_words(onnx.load(unrounded)), unrounded)
    quantize_dynamic(
        unrounded,
        path,
        weight_type=QuantType.QInt8,
        per_channel=True,
        op_types_to_quantize=["MatMul"],
        extra_options={"MatMulConstBOnly": True, "DefaultTensorType": onnx.TensorProto.FLOAT},
    )
    os.remove(unrounded)


def _trace(model, path):
    ids, mask = torch.randint(4, 1000, (2, 11)), torch.ones(2, 11, dtype=torch.long)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the tracing exporter is deprecated; its names of nodes are what we read back
        torch.onnx.export(
            PaddedEncoder(model).eval(),
            (ids, mask),
            path,
            input_names=["ids", "mask"],
            output_names=["vectors"],
            dynamic_axes={"ids": {0: "n", 1: "length"}, "mask": {0: "n", 1: "length"}, "vectors": {0: "n"}},
            opset_version=OPSET,
            dynamo=False,
        )


def _round_words(graph):
    """4 bits a number, in blocks."""
    config = blocks.DefaultWeightOnlyQuantConfig(
        block_size=WORD_BLOCK,
        is_symmetric=True,
        accuracy_level=4,
        op_types_to_quantize=("Gather",),
        quant_axes=(("MatMul", 0), ("Gather", 1)),
        bits=4,
    )
    quantiser = blocks.MatMulNBitsQuantizer(graph, bits=4, algo_config=config)
    quantiser.process()
    return quantiser.model.model


def cosines_with(path, model, ids):
    """Cosine of the file's vector with the model's in full precision, for each text."""
    session_options = onnxruntime.SessionOptions()
    session_options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(path, session_options)
    wanted = model.embed(ids, half_precision=False)
    inputs = ({"ids": np.array([text]), "mask": np.ones((1, len(text)), np.int64)} for text in ids)
    return [float(session.run(None, each)[0][0] @ vector) for each, vector in zip(inputs, wanted)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", help="encoder folder")
    parser.add_argument("out", help="file to write")
    parser.add_argument("--check", metavar="FOLDER", help="compare vectors of 200 of its requests")
    options = parser.parse_args()
    logging.getLogger().setLevel(logging.ERROR)
    model, tokenizer, config = load_encoder(options.model)
    model.eval()
    texts = [query.text for query in load_queries(options.check)][:CHECKED] if options.check else EXAMPLES
    export_encoder(model, options.out)
    cosines = cosines_with(options.out, model, tokenizer.encode(texts, QUERY_TOKENS, config["prefix"]["query"]))
    size = os.path.getsize(options.out)
    print(f"{options.out}: {size:,} bytes")
    print(f"cosine with the full model: mean {np.mean(cosines):.4f}, least {np.min(cosines):.4f}")


if __name__ == "__main__":
    main()
