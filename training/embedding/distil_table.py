"""Distil the static table from the encoder's vectors, then fine-tune it on pairs of a request and its tool.

    distil_table.py work/tuned work/vectors.npz work/table.bin --catalog catalog/tools.jsonl.gz --requests requests \\
        --set metatool:0.5 … --exclude TEST-FOLDER … --hide work/held

Beside OUT, OUT with "-stage1" in its name is the table before the second stage.
"""
import argparse
import os

import numpy as np
import torch

from data.hidden import hidden_texts
from data.options import add_data_options
from data.pairs import collect_pairs
from data.sets import load_tools, set_name
from table.contrast import Anchors, Contrast, Settings
from table.draws import Draws
from table.imitation import fit_rows, start_rows
from table.static_table import StaticTable, known_ids
from table.targets import load_vectors, table_targets
from text.tokenizer import FIRST_PIECE, Tokenizer


def imitate(vectors, tokenizer, dim):
    """Stage 1. -> (ids × dim rows, Anchors)"""
    targets, kept = table_targets(vectors, dim)
    real = vectors.kinds != "piece"
    ids = known_ids(tokenizer, [text for text, is_real in zip(vectors.texts, real) if is_real])
    id_of = {piece: id for id, piece in enumerate(tokenizer.pieces, FIRST_PIECE)}
    pieces = [id_of[text] for text, is_real in zip(vectors.texts, real) if not is_real]
    start = start_rows(ids, pieces, targets[~real], len(tokenizer))
    used = np.array([bool(text) for text in ids])
    ids, targets = [text for text in ids if text], targets[real][used]
    is_query = vectors.kinds[real][used] == "query"
    rows, before, after = fit_rows(ids, targets, is_query, start)
    print(f"{len(ids)} texts, {kept:.3f} of the variance kept")
    print(f"cosine to the targets {before:.3f}, fitted {after:.3f}", flush=True)
    return rows, Anchors(ids, targets)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", help="encoder folder; only its tokenizer is read")
    parser.add_argument("vectors", nargs="+", help=".npz files of embed_texts.py, one of them with --pieces")
    parser.add_argument("out", help=".bin file to write")
    add_data_options(parser)
    parser.add_argument("--dim", type=int, default=256, help="components of a row")
    parser.add_argument("--steps", type=int, default=900, help="of the second stage; a minute or two")
    parser.add_argument("--drop", type=float, default=0.3, metavar="SHARE", help="of the pieces, left out at random")
    parser.add_argument("--anchor", type=float, default=2.0, metavar="WEIGHT", help="how firmly stage 1 is held to")
    parser.add_argument("--temperature", type=float, default=0.05, help="of the softmax over tools")
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    torch.manual_seed(0)
    torch.set_num_threads(options.threads)

    tokenizer = Tokenizer.load(os.path.join(options.model, "tokenizer.json"))
    catalog = {tool.id: tool for tool in load_tools(options.catalog)}
    hidden = hidden_texts(options, catalog)
    vectors = load_vectors(options.vectors)
    vectors = vectors.keep(np.array([text not in hidden for text in vectors.texts]) | (vectors.kinds == "piece"))
    rows, anchors = imitate(vectors, tokenizer, options.dim)
    stem, ending = os.path.splitext(options.out)
    StaticTable(tokenizer, rows).save(f"{stem}-stage1{ending}")

    pairs = collect_pairs(options)
    print(dict(pairs.counts), flush=True)
    query_ids = known_ids(tokenizer, [request.text for request in pairs.requests])
    tool_ids = known_ids(tokenizer, [tool.text for tool in pairs.tools])
    weights = {set_name(folder): weight for folder, weight in options.set}
    draws = Draws(pairs, query_ids, tool_ids, weights)
    print({name: round(share, 3) for name, share in draws.shares.items()}, flush=True)
    settings = Settings(options.steps, options.drop, options.anchor, options.temperature)
    rows = Contrast(rows, draws, anchors, settings).train()
    size = StaticTable(tokenizer, rows).save(options.out)
    print(f"{options.out}: {size:,} bytes")


if __name__ == "__main__":
    main()
