"""FastMCP with its search transform, asked through its own client in memory, as a model would reach it."""

import asyncio

from fastmcp import Client, FastMCP
from fastmcp.server.transforms.search import BM25SearchTransform
from fastmcp.tools import Tool

DISTRIBUTION = "fastmcp"


def build(tools):
    server = FastMCP("peer")
    for tool in tools:
        plain = Tool.from_function(lambda: "ok", name=tool["id"], description=tool["description"])
        server.add_tool(plain.model_copy(update={"parameters": tool["inputSchema"]}))
    server.add_transform(BM25SearchTransform(max_results=10))
    loop = asyncio.new_event_loop()
    client = Client(server)
    loop.run_until_complete(client.__aenter__())

    def search(query):
        answer = loop.run_until_complete(client.call_tool("search_tools", {"query": query}))
        found = (answer.structured_content or {}).get("result", [])
        return [tool["name"] for tool in found]

    return search
