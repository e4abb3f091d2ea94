"""Dehydrator's index without its optional embedder."""

from dehydrator import ToolIndex

DISTRIBUTION = "dehydrator"


def build(tools):
    index = ToolIndex.from_mcp(
        [
            {"name": tool["id"], "description": tool["description"], "inputSchema": tool["inputSchema"]}
            for tool in tools
        ],
        top_k=10,
    )

    def name_of(found):
        if isinstance(found, str):
            return found
        return found["name"] if isinstance(found, dict) else found.name

    return lambda query: [name_of(found) for found in index.search(query)]
