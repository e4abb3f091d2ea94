"""Stage 2: the rows learn from pairs of a request and its tool, held to stage 1 by an anchor.

Without the anchor and without leaving pieces out the table learns the training's tools by heart: R@5 of hidden tools was
2 to 6 points lower in each language.
"""
import random
from collections import defaultdict

import numpy as np
import torch
import torch.nn.functional as F

PAIRS = 448  # of a step
ANCHORS = 384  # texts of stage 1 in a step
SIBLING_SHARE = 0.5  # of the pairs get one more tool of the same server as a wrong answer
DROPPED = 0.3  # share of the pieces left out at random
ANCHOR_WEIGHT = 2.0
RATE = 1.2e-3
WARM_UP = 50  # steps
LAST_RATE = 0.05  # share of the rate that the last steps have at least
TEMPERATURE = 0.05
ANCHOR_TEMPERATURE, ANCHOR_CONTRAST = 0.07, 0.3
HALF_WEIGHT = 0.4  # of the loss over the first half of the dimensions
REQUESTS_WEIGHT = 3.0  # of a set without a weight of its own: the requests written for this project
REPORT_EVERY = 100
_NEVER = -1e4


class Contrast:
    def __init__(self, rows, pairs, query_ids, tool_ids, weights, anchors):
        """`rows`: ids × dim; `query_ids`, `tool_ids`: known pieces of each request and tool of `pairs`; `weights`: name
        of a set -> weight; `anchors`: (known pieces of each text, texts × dim targets)."""
        self._bag = torch.nn.EmbeddingBag(*rows.shape, mode="sum", sparse=True, _weight=torch.tensor(rows))
        self._pairs, self._query_ids, self._tool_ids = pairs, query_ids, tool_ids
        self._anchor_ids, self._anchor_targets = anchors[0], torch.tensor(anchors[1])
        self._by_source = defaultdict(list)
        for number, request in enumerate(pairs.requests):
            if query_ids[number] and any(tool_ids[tool] for tool in request.gold):
                self._by_source[request.source].append(number)
        self._sources = list(self._by_source)
        # Large sets count less than their size: most of them repeat few tools.
        mass = [len(self._by_source[name]) ** 0.7 * weights.get(name, REQUESTS_WEIGHT) for name in self._sources]
        self.shares = dict(zip(self._sources, np.array(mass) / sum(mass)))
        self._siblings = defaultdict(list)
        for number, tool in enumerate(pairs.tools):
            if tool_ids[number]:
                self._siblings[tool.server].append(number)
        self._random = random.Random(0)
        self._numbers = np.random.default_rng(0)

    def train(self, steps):
        """-> ids × dim rows"""
        adam = torch.optim.SparseAdam(list(self._bag.parameters()), lr=RATE)
        for step in range(steps):
            for group in adam.param_groups:
                group["lr"] = RATE * min(1, (step + 1) / WARM_UP) * max(LAST_RATE, 1 - step / steps)
            loss, anchor = self._pair_loss(), self._anchor_loss()
            adam.zero_grad()
            (loss + ANCHOR_WEIGHT * anchor).backward()
            adam.step()
            if step % REPORT_EVERY == 0:
                print(f"step {step}: loss {float(loss.detach()):.3f}, anchor {float(anchor.detach()):.3f}", flush=True)
        return self._bag.weight.detach().numpy().copy()

    def _pair_loss(self):
        requests, answers = self._draw()
        documents = list(dict.fromkeys(answers + self._draw_siblings(answers)))
        column = {tool: i for i, tool in enumerate(documents)}
        right = torch.tensor([column[tool] for tool in answers])
        # Other right answers of a request are neither right nor wrong here.
        hide = torch.zeros(len(requests), len(documents), dtype=torch.bool)
        for row, number in enumerate(requests):
            for tool in self._pairs.requests[number].gold & column.keys():
                hide[row, column[tool]] = True
        hide[torch.arange(len(requests)), right] = False
        queries = self._sums([self._thin(self._query_ids[number]) for number in requests])
        tools = self._sums([self._thin(self._tool_ids[tool]) for tool in documents])
        loss = 0
        for dim, weight in ((queries.shape[1], 1.0), (queries.shape[1] // 2, HALF_WEIGHT)):
            cosines = F.normalize(queries[:, :dim], dim=1) @ F.normalize(tools[:, :dim], dim=1).T
            loss = loss + weight * F.cross_entropy((cosines / TEMPERATURE).masked_fill(hide, _NEVER), right)
        return loss

    def _anchor_loss(self):
        """Cosine to the targets of stage 1, and that each text stays nearest to its own."""
        some = self._numbers.choice(len(self._anchor_ids), min(ANCHORS, len(self._anchor_ids)), replace=False)
        vectors = F.normalize(self._sums([self._anchor_ids[i] for i in some]), dim=1)
        targets = self._anchor_targets[some]
        contrast = F.cross_entropy(vectors @ targets.T / ANCHOR_TEMPERATURE, torch.arange(len(some)))
        return (1 - (vectors * targets).sum(1)).mean() + ANCHOR_CONTRAST * contrast

    def _draw(self):
        """-> request numbers, and one right tool for each"""
        sources = self._numbers.choice(len(self._sources), PAIRS, p=list(self.shares.values()))
        requests = [self._random.choice(self._by_source[self._sources[source]]) for source in sources]
        golds = [self._pairs.requests[number].gold for number in requests]
        return requests, [self._random.choice([tool for tool in gold if self._tool_ids[tool]]) for gold in golds]

    def _draw_siblings(self, tools):
        servers = [self._siblings[self._pairs.tools[tool].server] for tool in tools]
        return [self._random.choice(some) for some in servers if len(some) > 1 and self._random.random() < SIBLING_SHARE]

    def _thin(self, ids):
        return [id for id in ids if self._random.random() >= DROPPED] or ids

    def _sums(self, ids):
        """A list of ids for each text -> texts × dim"""
        starts = np.cumsum([0] + [len(text) for text in ids[:-1]])
        return self._bag(torch.tensor([id for text in ids for id in text]), torch.tensor(starts))
