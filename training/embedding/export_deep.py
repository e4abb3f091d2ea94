"""Write the deep model's file from an int8 ONNX encoder.

    export_deep.py work/encoder-int8.onnx work/tuned models/deep-45k-384.bin --id deep-45k-384@1

Nothing is rounded again: word vectors keep their 4 bits in blocks of 32, matrices their int8 with one scale an output
channel; only the order changes. Activations are not in the file: the kernels round them on the fly, finer than
onnxruntime does.
"""
import argparse

from encoder.folder import load_config
from shipping.deep_model import DOCUMENT_TOKENS, EPSILON, QUERY_TOKENS, deep_sections
from shipping.model_file import write_model_file
from shipping.onnx_encoder import read_onnx_encoder


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("onnx", help="file of export_onnx.py")
    parser.add_argument("model", help="the encoder folder it came from; only config.json is read")
    parser.add_argument("out", help="file to write")
    parser.add_argument(
        "--id",
        required=True,
        help="NAME@VERSION, new for new weights: vectors are cached under it",
    )
    options = parser.parse_args()
    config, encoder = load_config(options.model), read_onnx_encoder(options.onnx)
    facts = {
        "id": options.id,
        "kind": "deep-encoder",
        "vocabulary": len(encoder.words),
        "dimensions": config["dim"],
        "layers": config["layers"],
        "heads": config["heads"],
        "feedForward": config["ff"],
        "epsilon": EPSILON,
        "queryPrefix": config["prefix"]["query"],
        "documentPrefix": config["prefix"]["passage"],
        "queryTokens": QUERY_TOKENS,
        "documentTokens": DOCUMENT_TOKENS,
    }
    size = write_model_file(options.out, facts, deep_sections(encoder))
    print(f"{options.out}: {size:,} bytes")


if __name__ == "__main__":
    main()
