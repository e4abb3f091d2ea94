"""Turn an ONNX file of export_onnx.py back into an encoder folder (dequantised), to go on training from it.

    import_onnx.py encoder-int8.onnx FOLDER-WITH-TOKENIZER-AND-CONFIG work/again
"""
import argparse
import os

import torch

from encoder.folder import SHAPE, load_config, save_encoder
from encoder.network import Encoder
from shipping.onnx_encoder import read_onnx_encoder
from text.tokenizer import Tokenizer


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("onnx", help="file of export_onnx.py")
    parser.add_argument("model", help="folder with its tokenizer.json and config.json")
    parser.add_argument("out", help="encoder folder to write")
    options = parser.parse_args()
    config, encoder = load_config(options.model), read_onnx_encoder(options.onnx)
    model = Encoder(**{name: config[name] for name in SHAPE})
    model.load_state_dict({name: torch.tensor(value) for name, value in encoder.state().items()})
    tokenizer = Tokenizer.load(os.path.join(options.model, "tokenizer.json"))
    save_encoder(options.out, model, tokenizer, prefix=config["prefix"])
    print(f"{options.out}: {encoder.layers} layers, {len(encoder.words)} ids")


if __name__ == "__main__":
    main()
