"""CallBus with its lexical scorer; the model of its default one is a download of gigabytes."""

import inspect

from callbus.adapters.bm25 import BM25Scorer
from callbus.domain import Query, Tool

DISTRIBUTION = "callbus"


def build(tools):
    known = inspect.signature(Tool).parameters

    def as_tool(tool):
        text = f"{tool['name']} {tool['description']}"
        every = {
            "id": tool["id"],
            "name": tool["name"],
            "description": tool["description"],
            "documentation": text,
            "input_schema": tool["inputSchema"],
            "parameters": tool["inputSchema"],
        }
        return Tool(**{key: value for key, value in every.items() if key in known})

    scorer = BM25Scorer()
    scorer.index([as_tool(tool) for tool in tools])
    asked = inspect.signature(Query).parameters
    text_key = "text" if "text" in asked else "query"
    rest = {"qrels": {}} if "qrels" in asked else {}

    def search(query):
        ranking = scorer.rank([Query(**{"id": "q", text_key: query, **rest})], 10)[0]
        ids = getattr(ranking, "tool_ids", None) or getattr(ranking, "ids", None) or []
        scores = list(getattr(ranking, "scores", None) or [1] * len(ids))
        # It fills up with tools that share no word with the request.
        return [tool for tool, score in zip(ids, scores) if score > 0]

    return search
