"""Recall and nDCG@10 by query language: BM25, each model alone, each fused with BM25, and all together.

    evaluate.py dev/mcp-requests --model work/tuned:2 --model work/table.bin:1
    evaluate.py work/held:catalog/tools.jsonl.gz --model work/table.bin --languages all --kind person --cut 10 50

The second line is the one on tools that no training saw (see split.py). Fused means: BM25 as a share of the most that
the request could score, plus weight · cosine.
"""
import argparse
import json
import random
from collections import defaultdict

from data.options import folder_and_tools, folder_and_weight
from data.sets import load_queries, load_tools, set_name
from evaluation.bm25 import Bm25, document_of, terms_of
from evaluation.measures import measure
from evaluation.models import load_model

MAIN_LANGUAGES = ("en", "ru", "zh")
BLOCK = 256  # queries whose scores over all tools are held at once


def evaluate_set(tools, queries, models, cuts):
    """Name of a ranking -> recall at each cut and nDCG@10; `models`: name -> (model, weight)."""
    index = {tool.id: column for column, tool in enumerate(tools)}
    lexical = Bm25([document_of(tool) for tool in tools])
    documents = {name: model.tools(tools) for name, (model, _) in models.items()}

    def evaluate_queries(queries):
        texts = [query.start for query in queries]
        vectors = {name: model.queries(texts) for name, (model, _) in models.items()}
        sums = defaultdict(float)
        for start in range(0, len(queries), BLOCK):
            block = slice(start, start + BLOCK)
            shares = lexical.shares([terms_of(text) for text in texts[block]])
            rankings = {"bm25": shares}
            together = shares
            for name, (_, weight) in models.items():
                cosines = vectors[name][block] @ documents[name].T
                together = together + weight * cosines
                rankings[name] = cosines
                rankings[f"bm25 + {weight:g} {name}"] = shares + weight * cosines
            if len(models) > 1:
                rankings["all"] = together
            for name, scores in rankings.items():
                sums[name] = sums[name] + measure(scores, queries[block], index, cuts) * len(scores)
        return {name: (total / len(queries)).round(4).tolist() for name, total in sums.items()}

    return {language: {"requests": len(some), **evaluate_queries(some)} for language, some in queries.items()}


def by_language(queries, every, limit):
    """Language -> queries, a random `limit` of them; beside the main languages one group, unless `every`."""
    groups = defaultdict(list)
    for query in queries:
        groups[query.lang if every or query.lang in MAIN_LANGUAGES else "other"].append(query)
    for group in groups.values():
        if limit and len(group) > limit:
            random.Random(1).shuffle(group)
            del group[limit:]
    return groups


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "sets",
        nargs="+",
        type=folder_and_tools,
        metavar="FOLDER[:TOOLS]",
        help="queries.jsonl and qrels.tsv, over the folder's own tools or those of a file",
    )
    parser.add_argument(
        "--model",
        action="append",
        default=[],
        type=folder_and_weight,
        metavar="PATH[:WEIGHT]",
        help="encoder folder, table .bin, .onnx, or kept vectors .npz; weight of its cosine beside BM25 (1)",
    )
    parser.add_argument(
        "--languages",
        choices=("main", "all"),
        default="main",
        help="main: en, ru, zh, and the others together; all: each on its own",
    )
    parser.add_argument("--kind", help="only requests of this kind, for example person")
    parser.add_argument("--cut", type=int, nargs="+", default=[1, 5, 10], metavar="K", help="recall among the first K")
    parser.add_argument("--limit", type=int, default=500, help="the most requests of a set and language; 0: all")
    parser.add_argument("--json", metavar="FILE", help="write the figures there too")
    options = parser.parse_args()

    models = {set_name(path): (load_model(path), weight) for path, weight in options.model}
    result = {}
    for folder, tools_path in options.sets:
        tools = load_tools(tools_path)
        known = {tool.id for tool in tools}
        queries = [query for query in load_queries(folder) if known & query.relevant.keys()]
        if options.kind:
            queries = [query for query in queries if query.kind == options.kind]
        groups = by_language(queries, options.languages == "all", options.limit)
        result[set_name(folder)] = {"tools": len(tools), **evaluate_set(tools, groups, models, options.cut)}
        show(set_name(folder), result[set_name(folder)], options.cut)
    if options.json:
        with open(options.json, "w", encoding="utf8") as file:
            json.dump(result, file, indent=1)


def show(name, rows, cuts):
    print(f"{name}, {rows['tools']:,} tools, in percent: R@{', R@'.join(map(str, cuts))}, nDCG@10")
    for language, row in rows.items():
        if language == "tools":
            continue
        print(f"  {language}, {row['requests']} requests")
        for ranking, figures in row.items():
            if ranking != "requests":
                print(f"    {ranking:40s}" + "".join(f"{100 * figure:7.1f}" for figure in figures), flush=True)


if __name__ == "__main__":
    main()
