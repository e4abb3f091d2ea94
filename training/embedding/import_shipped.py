"""Turn the repository's models back into an encoder folder, to go on training from what is shipped.

    import_shipped.py models/deep-45k-384.bin models/static-45k-256.bin work/shipped

The deep file has the weights, the static one the pieces that both share. Texts of 64 tokens are the longest it can do.
"""
import argparse

import torch

from encoder.folder import save_encoder
from encoder.network import Encoder
from shipping.deep_model import POSITIONS, read_deep_model
from shipping.static_model import read_static_model
from text.tokenizer import Tokenizer


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("deep", help="the shipped deep model")
    parser.add_argument("static", help="the shipped static model")
    parser.add_argument("out", help="encoder folder to write")
    options = parser.parse_args()
    facts, encoder = read_deep_model(options.deep)
    pieces, scores, _ = read_static_model(options.static)
    model = Encoder(
        facts["vocabulary"],
        facts["dimensions"],
        facts["layers"],
        facts["heads"],
        facts["feedForward"],
        POSITIONS,
        facts["epsilon"],
    )
    model.load_state_dict({name: torch.tensor(value) for name, value in encoder.state().items()})
    prefix = {"query": facts["queryPrefix"], "passage": facts["documentPrefix"]}
    save_encoder(options.out, model, Tokenizer(pieces, scores), prefix=prefix)
    print(f"{options.out}: {facts['id']}, {facts['vocabulary']} ids")


if __name__ == "__main__":
    main()
