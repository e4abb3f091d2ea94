"""One peer behind lines of JSON on standard input and output.

    serve.py ADAPTER

ADAPTER is a module beside this file with `DISTRIBUTION`, the name on PyPI, or None, and `build(tools)`, which returns a
function from a request to the ids of tools, best first. A tool is {id, name, description, inputSchema}.
"""

import importlib
import importlib.metadata
import json
import sys
import time

# Libraries print; the answers keep the real output for themselves.
answers = sys.stdout
sys.stdout = sys.stderr


def say(answer):
    answers.write(json.dumps(answer) + "\n")
    answers.flush()


def licence_of(distribution):
    if distribution is None:
        return "-"
    metadata = importlib.metadata.metadata(distribution)
    stated = metadata.get("License-Expression") or (metadata.get("License") or "").split("\n")[0].strip()
    if stated:
        return stated[:40]
    named = [line.split(" :: ")[-1] for line in metadata.get_all("Classifier") or [] if line.startswith("License ::")]
    return named[0] if named else "not stated"


def main():
    adapter = importlib.import_module(sys.argv[1])
    search = None
    for line in sys.stdin:
        request = json.loads(line)
        try:
            if request["op"] == "build":
                with open(request["tools"], encoding="utf8") as file:
                    tools = json.load(file)
                start = time.perf_counter()
                search = adapter.build(tools)
                search("warm up")
                say({"buildMs": (time.perf_counter() - start) * 1000, "licence": licence_of(adapter.DISTRIBUTION)})
            else:
                start = time.perf_counter()
                ids = list(search(request["query"]))
                say({"ms": (time.perf_counter() - start) * 1000, "ids": ids[: request["limit"]]})
        except Exception as error:  # a peer's failure is a row of the table, not the end of the run
            say({"error": f"{type(error).__name__}: {error}"[:300]})


main()
