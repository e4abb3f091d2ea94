"""Which pairs, and which further tools, stand in a step of stage 2."""
import random
from collections import defaultdict

import numpy as np

PAIRS = 448  # of a step
SIBLING_SHARE = 0.5  # of the pairs get one more tool of the same server as a wrong answer
REQUESTS_WEIGHT = 3.0  # of a set without a weight of its own: the requests written for this project
SIZE_POWER = 0.7  # large sets count less than their size: most of them repeat few tools


class Draws:
    def __init__(self, pairs, query_ids, tool_ids, weights):
        """`query_ids`, `tool_ids`: known pieces of each request and tool of `pairs`; those without any are left out.
        `weights`: name of a set -> how often it is drawn."""
        self.query_ids, self.tool_ids = query_ids, tool_ids
        self._golds = [[tool for tool in sorted(request.gold) if tool_ids[tool]] for request in pairs.requests]
        self._servers = [tool.server for tool in pairs.tools]
        by_source = defaultdict(list)
        for number, request in enumerate(pairs.requests):
            if query_ids[number] and self._golds[number]:
                by_source[request.source].append(number)
        mass = [len(some) ** SIZE_POWER * weights.get(name, REQUESTS_WEIGHT) for name, some in by_source.items()]
        self.shares = {name: part / sum(mass) for name, part in zip(by_source, mass)}
        self._numbers_of = list(by_source.values())
        self._siblings = defaultdict(list)
        for number, server in enumerate(self._servers):
            if tool_ids[number]:
                self._siblings[server].append(number)
        self._random = random.Random(0)
        self._generator = np.random.default_rng(0)

    def gold(self, request):
        return self._golds[request]

    def pairs(self):
        """-> numbers of requests, and one right tool for each"""
        sources = self._generator.choice(len(self._numbers_of), PAIRS, p=list(self.shares.values()))
        requests = [self._random.choice(self._numbers_of[source]) for source in sources]
        return requests, [self._random.choice(self._golds[number]) for number in requests]

    def siblings(self, tools):
        """Other tools, or the same, of the servers of half of these."""
        asked = [self._siblings[self._servers[tool]] for tool in tools if self._random.random() < SIBLING_SHARE]
        return [self._random.choice(some) for some in asked if len(some) > 1]

    def thin(self, ids, share):
        """Without a random `share` of the pieces, unless that would leave none."""
        return [id for id in ids if self._random.random() >= share] or ids

    def some(self, count, most):
        """At most `most` different numbers below `count`."""
        return self._generator.choice(count, min(most, count), replace=False)
