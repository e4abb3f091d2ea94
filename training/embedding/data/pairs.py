"""Pairs of a request and its tools, and further tools as wrong answers: what both models are trained on."""
import random
import re
from collections import Counter
from dataclasses import dataclass, field

from data.hidden import hidden_keys, tool_key
from data.sets import load_queries, load_tools, set_name
from text.normalise import REQUEST_LENGTH, split_identifier

POOL = 4000  # the most tools of a set that serve as wrong answers
# Wrong answers from the catalogue: tools described in another language than English, tools of the servers that right
# answers come from (the hardest), and any others.
FOREIGN, SIBLINGS, OTHERS = 600, 2500, 1500
_FOREIGN_WORD = re.compile(r"[^\W\d_a-zA-Z\u00c0-\u024f]{3}")

NAME_SOURCE = "name"
NAME_REQUESTS = 5000


@dataclass(frozen=True)
class Request:
    text: str
    gold: frozenset
    """Indices of the right tools."""
    lang: str
    source: str
    """Name of the set, or `NAME_SOURCE`."""


@dataclass
class Pairs:
    tools: list = field(default_factory=list)
    requests: list = field(default_factory=list)
    counts: Counter = field(default_factory=Counter)
    """Requests by source, those left out, tools: what to publish."""


def collect_pairs(options, rng=None):
    """All pairs of the data options, without hidden tools and without requests that one of them would answer."""
    rng = rng or random.Random(0)
    catalog = load_tools(options.catalog)
    by_id = {tool.id: tool for tool in catalog}
    pairs, index = Pairs(), {}
    hidden = hidden_keys(options, by_id)

    def add(tool):
        """Index of the tool, the same for each copy of it; None where it is hidden."""
        key = tool_key(tool)
        if key in hidden:
            return None
        if key not in index:
            index[key] = len(pairs.tools)
            pairs.tools.append(tool)
        return index[key]

    def add_requests(folder, tools):
        name = set_name(folder)
        for query in load_queries(folder):
            gold = {add(tools[id]) for id in query.relevant if id in tools}
            # Longer ones are whole tasks.
            if not gold or None in gold or len(query.text) > REQUEST_LENGTH:
                pairs.counts[f"{name}, left out"] += 1
                continue
            pairs.requests.append(Request(query.text, frozenset(gold), query.lang, name))
            pairs.counts[name] += 1

    for folder in options.requests:
        add_requests(folder, by_id)
    for folder, _ in options.set:
        own = {tool.id: tool for tool in load_tools(folder)}
        for tool in list(own.values())[:POOL]:
            add(tool)
        add_requests(folder, own)
    for tool in _wrong_answers(catalog, pairs.tools, index, rng):
        add(tool)
    pairs.counts["tools"] = len(pairs.tools)
    return pairs


def name_requests(tools, rng):
    """Light requests: a tool asked for by the first sentence of its description, or by its name."""
    requests = []
    for i, tool in enumerate(tools):
        first = tool.description.split(". ")[0][:200]
        if len(first) > 25:
            requests.append(Request(first, frozenset([i]), "en", NAME_SOURCE))
        elif len(tool.name) > 6:
            requests.append(Request(split_identifier(tool.name), frozenset([i]), "en", NAME_SOURCE))
    rng.shuffle(requests)
    return requests[:NAME_REQUESTS]


def _wrong_answers(catalog, tools, index, rng):
    servers = {tool.server for tool in tools}
    rest = [tool for tool in catalog if tool_key(tool) not in index]
    rng.shuffle(rest)
    foreign = [tool for tool in rest if _FOREIGN_WORD.search(tool.description)]
    siblings = [tool for tool in rest if tool.server in servers]
    return foreign[:FOREIGN] + siblings[:SIBLINGS] + rest[:OTHERS]
