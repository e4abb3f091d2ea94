"""What the Python contestants share: the catalog, its filters, and the line protocol of ../protocol.ts."""

import json
import os
import re
import sys
import time

import numpy as np

DIMENSIONS = 256
STOP_WORDS = set(
    "a an and are as at be but by for if in into is it no not of on or such that the their then there these they "
    "this to was will with".split()
)
WORD = re.compile(r"[a-z0-9]+")


def words(text):
    return [word for word in WORD.findall(text.lower()) if word not in STOP_WORDS]


def text_of(tool):
    text = tool["name"] + " " + tool["description"] + " " + " ".join(tool["params"])
    return text.replace("_", " ")


def tools(data, n):
    with open(os.path.join(data, "tools.jsonl")) as file:
        for number, line in enumerate(file):
            if number == n:
                return
            yield json.loads(line)


def tags(data, n):
    """Tenant, role and region of each tool; kept in a file, because reading the catalog for them is slow."""
    path = os.path.join(data, "acl.bin")
    if not os.path.exists(path) or os.path.getsize(path) < 3 * n:
        rows = [(tool["tenant"], tool["role"], tool["region"]) for tool in tools(data, n)]
        np.array(rows, np.uint8).tofile(path)
    return np.fromfile(path, np.uint8)[: 3 * n].reshape(n, 3).astype(np.int16)


def mask(rows, wanted):
    if "tenant" in wanted:
        return rows[:, 0] == wanted["tenant"]
    return np.isin(rows[:, 2], wanted["region"]) & np.isin(rows[:, 1], wanted["role"])


def resident():
    with open("/proc/self/status") as file:
        status = file.read()
    megabytes = lambda name: int(re.search(name + r":\s+(\d+)", status).group(1)) // 1024
    return {"rssMB": megabytes("VmRSS"), "peakMB": megabytes("VmHWM")}


def prepare(contestant, request):
    start = time.perf_counter()
    given = getattr(contestant, request["op"])(request["data"], request["n"], request["dir"]) or {}
    return {"ms": (time.perf_counter() - start) * 1e3, **resident(), **given}


def answer_queries(contestant, queries, request):
    us, ids = [], []
    for i in range(request["from"], request["to"]):
        wanted = None if request["filter"] == "none" else queries[i][request["filter"]]
        start = time.perf_counter()
        found = contestant.query(i, queries[i], request["filter"], wanted, request["k"])
        us.append((time.perf_counter() - start) * 1e6)
        ids.append([int(number) for number in found])
    return {"us": us, "ids": ids}


def serve(contestant):
    # Libraries print to the standard output, which belongs to the answers.
    out = os.fdopen(os.dup(1), "w")
    sys.stdout = sys.stderr
    queries = []
    for line in sys.stdin:
        request = json.loads(line)
        if request["op"] == "exit":
            return
        try:
            if request["op"] == "query":
                answer = answer_queries(contestant, queries, request)
            else:
                with open(os.path.join(request["data"], "queries.json")) as file:
                    queries = json.load(file)
                answer = prepare(contestant, request)
        except Exception as error:
            answer = {"error": f"{type(error).__name__}: {error}"[:300]}
        out.write(json.dumps(answer) + "\n")
        out.flush()
