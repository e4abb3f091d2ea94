"""Batches of neighbourhoods: similar tools together, each with a few of its requests in different languages.

The other tools of a batch are then hard wrong answers. Who is similar follows the model's own vectors and is told anew
while it learns.
"""
import random
from collections import defaultdict

import numpy as np
import torch.nn.functional as F

from data.pairs import NAME_SOURCE

GROUPS = 12  # neighbourhoods of a batch
GROUP_TOOLS = 4
NEIGHBOURS = 24  # that are looked at for each tool …
NEAREST = 16  # … and from how many of them, twins left out, a group is drawn
LANGUAGES = 3  # the most requests of a tool, each in another language
# A tool that only has its own name or first sentence as a request begins a neighbourhood seldom, and is asked for in
# four of ten batches where it stands.
NAME_WEIGHT, NAME_SHARE = 0.05, 0.4
_BLOCK = 1024


class Batches:
    def __init__(self, requests, twins, weights):
        """`weights`: name of a set -> how often its tools begin a neighbourhood, 1 where it is not named."""
        self._requests, self._twins = requests, twins
        self._requests_of = defaultdict(list)
        for number, request in enumerate(requests):
            for tool in request.gold:
                self._requests_of[tool].append(number)
        self._seeds = list(self._requests_of)
        weight = np.array([self._seed_weight(tool, weights) for tool in self._seeds])
        self._share = weight / weight.sum()
        self._near = {}
        self._numbers = np.random.default_rng(0)
        self._random = random.Random(0)

    def find_neighbours(self, vectors):
        """`vectors`: tools × dim. They are centred first: what all have in common tells nothing."""
        centred = F.normalize(vectors - vectors.mean(0), dim=1)
        for start in range(0, len(self._seeds), _BLOCK):
            part = self._seeds[start : start + _BLOCK]
            nearest = (centred[part] @ centred.T).topk(NEIGHBOURS + 1).indices.tolist()
            for seed, others in zip(part, nearest):
                others = [tool for tool in others if tool != seed and not self._twins.alike(seed, tool)]
                self._near[seed] = others[:NEAREST]

    def draw(self):
        """-> indices of requests, indices of tools, both without repeats"""
        tools = []
        for place in self._numbers.choice(len(self._seeds), GROUPS, p=self._share):
            seed = self._seeds[place]
            near = self._near[seed]
            tools += [seed, *self._random.sample(near, min(len(near), GROUP_TOOLS - 1))]
        tools = list(dict.fromkeys(tools))
        requests = [number for tool in tools for number in self._draw_requests(tool)]
        return np.array(list(dict.fromkeys(requests))), np.array(tools)

    def _draw_requests(self, tool):
        numbers = self._requests_of.get(tool, [])
        by_language = defaultdict(list)
        for number in numbers:
            if self._requests[number].source != NAME_SOURCE:
                by_language[self._requests[number].lang].append(number)
        if by_language:
            picked = [self._random.choice(some) for some in by_language.values()]
            self._random.shuffle(picked)
            return picked[:LANGUAGES]
        return numbers[:1] if self._random.random() < NAME_SHARE else []

    def _seed_weight(self, tool, weights):
        sources = (self._requests[number].source for number in self._requests_of[tool])
        return max(NAME_WEIGHT if source == NAME_SOURCE else weights.get(source, 1.0) for source in sources)
