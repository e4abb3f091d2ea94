"""Pydantic AI's own tool search where the model has none: words in common."""

from pydantic_ai.tools import ToolDefinition
from pydantic_ai.toolsets._tool_search import keywords_search_fn

DISTRIBUTION = "pydantic-ai-slim"


def build(tools):
    definitions = [
        ToolDefinition(name=tool["id"], description=tool["description"], parameters_json_schema=tool["inputSchema"])
        for tool in tools
    ]
    return lambda query: keywords_search_fn(None, [query], definitions)
