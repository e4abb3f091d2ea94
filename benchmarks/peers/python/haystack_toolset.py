"""Haystack's searchable toolset, through the `search_tools` function that it gives to an agent."""

from haystack.tools import SearchableToolset, Tool

DISTRIBUTION = "haystack-ai"
PREFIX = "Found"


def build(tools):
    catalog = [
        Tool(
            name=tool["id"],
            # It refuses an empty description.
            description=tool["description"] or "none",
            parameters=tool["inputSchema"],
            function=lambda **_: "ok",
        )
        for tool in tools
    ]
    toolset = SearchableToolset(catalog=catalog, top_k=10)
    toolset.warm_up()
    search_tools = next(iter(toolset))

    def search(query):
        text = search_tools.invoke(tool_keywords=query)
        # A sentence: "Found and loaded 2 tool(s): a, b. Use them directly as tools."
        if not text.startswith(PREFIX):
            return []
        return [name.strip() for name in text.split(":", 1)[1].rsplit(". Use them", 1)[0].split(",")]

    return search
