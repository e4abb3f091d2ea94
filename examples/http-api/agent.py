"""An agent's three steps over the HTTP API: find a tool, look at it, run it. Python's standard library is enough.

    toolscout serve --http &
    python3 agent.py 'look up what is known about a person' '{"query": "Ada"}'
"""
import json
import os
import sys
import urllib.error
import urllib.request
import uuid

BASE = os.environ.get("TOOLSCOUT_URL", "http://127.0.0.1:8420")
# One name for all requests makes them one session.
HEADERS = {"Content-Type": "application/json", "Toolscout-Session": uuid.uuid4().hex}
if "TOOLSCOUT_KEY" in os.environ:
    HEADERS["Authorization"] = "Bearer " + os.environ["TOOLSCOUT_KEY"]


def ask(operation, **body):
    request = urllib.request.Request(f"{BASE}/v1/{operation}", json.dumps(body).encode(), HEADERS)
    try:
        with urllib.request.urlopen(request) as response:
            return json.load(response)
    except urllib.error.HTTPError as answer:
        error = json.load(answer)["error"]
        sys.exit(f"{error['code']}: {error['message']} {error.get('next', '')}")


need, arguments = sys.argv[1], json.loads(sys.argv[2])
found = ask("search", query=need, limit=3)
if not found["hits"]:
    sys.exit(f"Nothing fits. {found.get('advice', '')}")
tool = ask("describe", id=found["hits"][0]["id"])
print(f"{found['verdict']}: {tool['name']} {tool['signature']}", file=sys.stderr)
result = ask("call", id=tool["id"], arguments=arguments)
print("\n".join(part.get("text", "") for part in result["content"]))
sys.exit(1 if result.get("isError") else 0)
