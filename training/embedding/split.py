"""Put every tenth server of a catalogue aside, so that no training sees its tools.

A server is held out when the CRC-32 of its name (UTF-8) divides by ten: the choice depends on nothing else, so it stays
when tools, servers or requests are added. OUT gets the tools of these servers and the requests that they answer; give
it to every training as `--hide OUT`, and to the evaluation as `OUT:CATALOG`, which searches the whole catalogue.
"""
import argparse
import gzip
import json
import os
import zlib

from data.sets import read_jsonl

SHARE = 10


def is_held_out(server):
    return zlib.crc32(server.encode()) % SHARE == 0


def held_out_requests(queries, relevant, held_tools):
    """Lines of both files whose request has a held-out tool among its right ones.

    `queries`: JSON objects with an id; `relevant`: rows (query id, tool id, …); `held_tools`: set of tool ids.
    """
    held = {query for query, tool, *_ in relevant if tool in held_tools}
    return [line for line in queries if line["id"] in held], [row for row in relevant if row[0] in held]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("catalog", help="tools.jsonl or tools.jsonl.gz, with a server in each line")
    parser.add_argument("requests", help="folder with queries.jsonl and qrels.tsv over that catalogue")
    parser.add_argument("out", help="folder to write")
    options = parser.parse_args()

    tools = read_jsonl(options.catalog)
    held = [tool for tool in tools if is_held_out(tool.get("server") or "")]
    with open(os.path.join(options.requests, "qrels.tsv"), encoding="utf8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file if line.strip()]
    lines = read_jsonl(os.path.join(options.requests, "queries.jsonl"))
    queries, relevant = held_out_requests(lines, rows, {tool["id"] for tool in held})

    os.makedirs(options.out, exist_ok=True)
    # No name and no time in the archive's head: the same input gives the same bytes.
    with open(os.path.join(options.out, "tools.jsonl.gz"), "wb") as raw:
        with gzip.GzipFile(filename="", fileobj=raw, mode="wb", mtime=0) as file:
            file.write(_jsonl(held).encode())
    with open(os.path.join(options.out, "queries.jsonl"), "w", encoding="utf8") as file:
        file.write(_jsonl(queries))
    with open(os.path.join(options.out, "qrels.tsv"), "w", encoding="utf8") as file:
        file.writelines("\t".join(row) + "\n" for row in relevant)
    servers = {tool.get("server") for tool in held}
    print(f"{options.out}: {len(held)} of {len(tools)} tools, {len(servers)} servers")
    print(f"{len(queries)} of {len(lines)} requests")


def _jsonl(lines):
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


if __name__ == "__main__":
    main()
