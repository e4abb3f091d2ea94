"""Embed catalogues, requests and plain texts with the encoder, and keep the vectors.

    embed_texts.py work/tuned work/vectors.npz --tools catalog/tools.jsonl.gz --queries requests metatool:2500 … \\
        --texts texts.txt --pieces

They are what the static table imitates; evaluate.py takes them as a model. Nothing is left out here: distil_table.py
hides what training may not see, so that one file serves both.
"""
import argparse
import os

import numpy as np
import torch

from data.options import folder_and_count
from data.sets import load_queries, load_tools
from encoder.folder import load_encoder
from evaluation.models import QUERY_TOKENS, TOOL_TOKENS
from table.targets import Vectors, save_vectors
from text.tokenizer import BEGIN, END, FIRST_PIECE

LONGEST_LINE = 300  # characters


def spread(items, most):
    """At most `most` of them, taken evenly; all of them for None."""
    return items[:: -(-len(items) // most)] if most else items


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", help="encoder folder")
    parser.add_argument("out", help=".npz file to write")
    parser.add_argument("--tools", nargs="*", default=[], metavar="FILE", help="tools files")
    parser.add_argument(
        "--queries",
        nargs="*",
        default=[],
        type=folder_and_count,
        metavar="FOLDER[:MOST]",
        help="requests of a folder, at most so many, taken evenly",
    )
    parser.add_argument(
        "--texts",
        nargs="*",
        default=[],
        metavar="FILE",
        help="plain text, one a line, of the languages that the table shall know",
    )
    parser.add_argument("--pieces", action="store_true", help="also each single piece: the table's start, needed once")
    parser.add_argument("--threads", type=int, default=2, help="one is faster while other jobs run")
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    model, tokenizer, config = load_encoder(options.model)
    query_prefix, tool_prefix = config["prefix"]["query"], config["prefix"]["passage"]
    texts, kinds, ids = [], [], []

    def add(kind, some, some_ids):
        texts.extend(some)
        kinds.extend([kind] * len(some))
        ids.extend(some_ids)

    for path in options.tools:
        some = [tool.text for tool in load_tools(path)]
        add("tool", some, tokenizer.encode(some, TOOL_TOKENS, tool_prefix))
    for folder, most in options.queries:
        some = [query.start for query in spread(load_queries(folder), most)]
        add("query", some, tokenizer.encode(some, QUERY_TOKENS, query_prefix))
    for path in options.texts:
        with open(path, encoding="utf8") as file:
            some = [line.strip()[:LONGEST_LINE] for line in file if line.strip()]
        add("text", some, tokenizer.encode(some, QUERY_TOKENS, query_prefix))
    if options.pieces:
        each = range(FIRST_PIECE, len(tokenizer))
        add("piece", tokenizer.pieces, [[BEGIN, *query_prefix, id, END] for id in each])
    save_vectors(options.out, Vectors(model.embed(ids), texts, np.array(kinds)))
    size = os.path.getsize(options.out)
    print(f"{options.out}: {len(texts)} texts, {sum(map(len, ids))} tokens, {size:,} bytes")


if __name__ == "__main__":
    main()
