"""Strata's searcher over servers and their tools."""

from strata.utils.shared_search import UniversalToolSearcher

DISTRIBUTION = "strata-mcp"


def build(tools):
    by_server = {}
    ids = {}
    for tool in tools:
        server = tool["server"]
        name = tool["name"] if (server, tool["name"]) not in ids else tool["id"]
        ids[server, name] = tool["id"]
        by_server.setdefault(server, []).append({"name": name, "description": tool["description"]})
    searcher = UniversalToolSearcher(by_server)

    def search(query):
        answer = searcher.search(query, 10)
        found = answer.get("results", []) if isinstance(answer, dict) else answer
        return [ids[tool["category_name"], tool["name"]] for tool in found]

    return search
