"""Refine a distilled table: stage 3, on its own mistakes and on translations.

    refine_table.py work/vectors.npz work/table.bin work/refined.bin --parallel work/parallel.jsonl \\
        --catalog catalog/tools.jsonl.gz --requests requests --exclude TEST-FOLDER … --hide work/held

Takes the options that the table was distilled with; `--set` folders are held by the anchor only.
"""
import argparse

import numpy as np
import torch

from data.hidden import hidden_texts
from data.options import add_data_options
from data.sets import load_queries, load_tools, read_jsonl
from table.piece_lists import PieceLists
from table.refinement import Refinement, Requests, Translations
from table.static_table import StaticTable
from table.targets import load_vectors


def requests_of(options, table, vectors, hidden):
    """Requests and tools that may be seen and have a vector of the encoder."""
    vector_of = {(kind, text): row for row, (kind, text) in enumerate(zip(vectors.kinds, vectors.texts))}
    catalog = {tool.id: tool for tool in load_tools(options.catalog)}
    texts = dict.fromkeys(tool.text for tool in catalog.values())
    texts = [text for text in texts if text not in hidden and ("tool", text) in vector_of]
    ids = table.ids(texts)
    texts, ids = zip(*((text, some) for text, some in zip(texts, ids) if some))
    number_of = {text: number for number, text in enumerate(texts)}
    known = []
    for folder in options.requests:
        for query in load_queries(folder):
            right = catalog[min(query.relevant)].text
            if query.start not in hidden and ("query", query.start) in vector_of and right in number_of:
                known.append((query.start, number_of[right]))
    request_ids = table.ids([text for text, _ in known])
    known, request_ids = zip(*((pair, some) for pair, some in zip(known, request_ids) if some))
    return Requests(
        PieceLists(request_ids),
        PieceLists(ids, places_count=True),
        np.array([number for _, number in known]),
        vectors.vectors[[vector_of["query", text] for text, _ in known]],
        vectors.vectors[[vector_of["tool", text] for text in texts]],
    )


def translations_of(path, table):
    lines = read_jsonl(path)
    english = list(dict.fromkeys(line["en"] for line in lines))
    number_of = {text: number for number, text in enumerate(english)}
    english_ids, ids = table.ids(english), table.ids([line["text"] for line in lines])
    english_of = np.array([number_of[line["en"]] for line in lines])
    groups = {"ru": [], "zh": [], "": []}
    for number, line in enumerate(lines):
        if ids[number] and english_ids[english_of[number]]:
            groups[line["lang"] if line["lang"] in groups else ""].append(number)
    return Translations(PieceLists(english_ids), PieceLists(ids), english_of, groups)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("vectors", help=".npz file of embed_texts.py")
    parser.add_argument("table", help=".bin file of distil_table.py")
    parser.add_argument("out", help=".bin file to write")
    parser.add_argument("--parallel", required=True, metavar="FILE", help="what parallel_texts.py wrote")
    add_data_options(parser)
    parser.add_argument("--steps", type=int, default=360, help="a minute of one core")
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--drop", type=float, default=0.35, metavar="SHARE", help="of the pieces, left out at random")
    options = parser.parse_args()
    torch.manual_seed(0)
    torch.set_num_threads(1)

    table = StaticTable.load(options.table)
    vectors = load_vectors([options.vectors])
    hidden = hidden_texts(options, {tool.id: tool for tool in load_tools(options.catalog)})
    requests = requests_of(options, table, vectors, hidden)
    translations = translations_of(options.parallel, table)
    seen = [text for text, kind in zip(vectors.texts, vectors.kinds) if kind != "piece" and text not in hidden]
    anchors = PieceLists([ids for ids in table.ids(seen) if ids])
    print(f"{len(requests.right)} requests, {len(requests.tools.lengths)} tools, {len(seen)} anchors", flush=True)
    print({group or "others": len(some) for group, some in translations.groups.items()}, flush=True)
    refinement = Refinement(table.rows, requests, translations, anchors, options.steps, options.rate, options.drop)
    size = StaticTable(table.tokenizer, refinement.train()).save(options.out)
    print(f"{options.out}: {size:,} bytes")


if __name__ == "__main__":
    main()
