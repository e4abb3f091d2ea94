"""graph-tool-call's retrieval over its graph of tools, without an embedder."""

from graph_tool_call import ToolGraph

DISTRIBUTION = "graph-tool-call"


def build(tools):
    graph = ToolGraph()
    graph.ingest_mcp_tools(
        [
            {"name": tool["id"], "description": tool["description"], "inputSchema": tool["inputSchema"]}
            for tool in tools
        ]
    )
    return lambda query: [found.tool.name for found in graph.retrieve_with_scores(query, top_k=10)]
