"""Fit the guide: a matrix from the encoder's vector of a request to the table's space, and write it as TypeScript.

    fit_guide.py work/vectors.npz work/table.bin ../../src/retrieval/guidance/guide-model.ts --catalog catalog/tools.jsonl.gz \\
        --requests requests --hide work/held

The search adds what comes out to the table's own vector of the request. So a large catalogue, whose tools nobody reads
by the encoder, is searched with the encoder's understanding of the request. It starts from ridge regression on the
table's vectors of the same requests and is then drawn towards the right tools. Trained longer, it knows its requests by
heart. A minute of one core.
"""
import argparse
import base64

import numpy as np
import torch
import torch.nn.functional as F

from data.hidden import hidden_texts
from data.options import add_data_options
from data.sets import load_queries, load_tools
from table.static_table import StaticTable
from table.targets import load_vectors

STEPS, RATE, BATCH, OTHERS, TEMPERATURE, RIDGE, ANCHOR = 150, 2e-3, 384, 1024, 0.05, 1.0, 2.0


def fit(deep, own, tools, right):
    """deep: n × 384 vectors of requests, centred; own: theirs by the table; tools: of the table; right: n numbers of tools."""
    start = np.linalg.solve(deep.T @ deep + RIDGE * np.eye(deep.shape[1]), deep.T @ own)
    matrix = torch.tensor(start.astype(np.float32), requires_grad=True)
    deep, own, tools, right = map(torch.tensor, (deep, own, tools, right))
    optimizer = torch.optim.Adam([matrix], lr=RATE)
    here = torch.arange(BATCH)
    for step in range(STEPS):
        optimizer.param_groups[0]["lr"] = RATE * (1 - step / STEPS)
        batch = torch.randint(0, len(deep), (BATCH,))
        offered = torch.cat([right[batch], torch.randint(0, len(tools), (OTHERS,))])
        moved = F.normalize(deep[batch] @ matrix, dim=1)
        again = offered[None, :] == right[batch][:, None]
        again[here, here] = False
        scores = (moved @ tools[offered].T / TEMPERATURE).masked_fill(again, -1e4)
        near = (moved * own[batch]).sum(1).mean()
        loss = F.cross_entropy(scores, here) - ANCHOR * near
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 50 == 49:
            print(f"step {step + 1}: loss {loss.item():.3f}, cosine to the table's {near.item():.3f}", flush=True)
    return matrix.detach().numpy()


def write(path, matrix, mean, first, deep):
    rows = matrix.T
    scales = (np.abs(rows).max(1) / 127).astype("<f4")
    packed = np.round(rows / scales[:, None]).astype(np.int8)
    bias = -(packed * scales[:, None]) @ mean
    text = lambda array: base64.b64encode(array.tobytes()).decode()
    with open(path, "w", encoding="utf8") as file:
        file.write(
            "/** Written by `training/embedding/fit_guide.py`; do not edit. */\n\n"
            "/** From the vector of a request by the deep model to the space of the first: a row for each component of the latter. */\n"
            "export const GUIDE_MODEL: {\n"
            "  readonly first: { readonly id: string; readonly dimensions: number };\n"
            "  readonly deep: { readonly id: string; readonly dimensions: number };\n"
            "  /** Base64 of int8; times the row's scale. */\n  readonly rows: string;\n"
            "  /** Base64 of little-endian float32, as is `bias`. */\n  readonly scales: string;\n  readonly bias: string;\n"
            f"}} = {{\n  first: {{ id: '{first}', dimensions: {len(rows)} }},\n"
            f"  deep: {{ id: '{deep}', dimensions: {len(mean)} }},\n"
            f"  scales:\n    '{text(scales)}',\n  bias:\n    '{text(bias.astype('<f4'))}',\n  rows: '{text(packed)}',\n}};\n"
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("vectors", help=".npz file of embed_texts.py that holds the requests")
    parser.add_argument("table", help=".bin file of distil_table.py, trained with the same --exclude and --hide")
    parser.add_argument("out", help=".ts file to write")
    add_data_options(parser)
    parser.add_argument("--first", default="static-45k-256@3", help="id of the table as shipped")
    parser.add_argument("--deep", default="deep-45k-384@1", help="id of the encoder as shipped")
    options = parser.parse_args()
    torch.manual_seed(0)
    torch.set_num_threads(1)

    vectors = load_vectors([options.vectors])
    vector_of = {text: v for text, kind, v in zip(vectors.texts, vectors.kinds, vectors.vectors) if kind == "query"}
    catalog = {tool.id: tool for tool in load_tools(options.catalog)}
    hidden = hidden_texts(options, catalog)
    # Told from the whole catalogue, tools that nobody asks for as well.
    texts = list(dict.fromkeys(tool.text for tool in catalog.values() if tool.text not in hidden))
    number_of = {text: number for number, text in enumerate(texts)}
    known = [
        (query.start, number_of[catalog[min(query.relevant)].text])
        for folder in options.requests
        for query in load_queries(folder)
        if query.start in vector_of and query.start not in hidden
    ]
    table = StaticTable.load(options.table)
    print(f"{len(known)} requests, {len(texts)} tools", flush=True)
    deep = np.stack([vector_of[text] for text, _ in known])
    own, tools = table.embed([text for text, _ in known]), table.embed_tools(texts)
    right = np.array([number for _, number in known])
    mean = deep.mean(0)
    matrix = fit(deep - mean, own, tools, right)
    write(options.out, matrix, mean, options.first, options.deep)


if __name__ == "__main__":
    main()
