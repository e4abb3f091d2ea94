"""Stage 2: the rows learn from pairs of a request and its tool, held to stage 1 by an anchor.

Without the anchor and without leaving pieces out the table learns the training's tools by heart: R@5 of hidden tools
was 2 to 6 points lower in each language.
"""
from dataclasses import dataclass

import numpy as np
import torch
import torch.nn.functional as F

ANCHORS = 384  # texts of stage 1 in a step
ANCHOR_TEMPERATURE, ANCHOR_CONTRAST = 0.07, 0.3
RATE = 1.2e-3
WARM_UP = 50  # steps
LAST_RATE = 0.05  # share of the rate that the last steps have at least
HALF_WEIGHT = 0.4  # of the loss over the first half of the dimensions
REPORT_EVERY = 100
_NEVER = -1e4


@dataclass(frozen=True)
class Anchors:
    """What stage 1 was fitted to."""

    ids: list
    """Known pieces of each text."""
    targets: np.ndarray
    """texts × dim"""


@dataclass(frozen=True)
class Settings:
    steps: int
    drop: float
    """Share of the pieces left out at random."""
    anchor: float
    """Weight of the anchor's loss."""
    temperature: float


class Contrast:
    def __init__(self, rows, draws, anchors, settings):
        """`rows`: ids × dim of stage 1."""
        self._bag = torch.nn.EmbeddingBag(*rows.shape, mode="sum", sparse=True, _weight=torch.tensor(rows))
        self._draws, self._settings = draws, settings
        self._anchor_ids, self._anchor_targets = anchors.ids, torch.tensor(anchors.targets)

    def train(self):
        """-> ids × dim rows"""
        steps = self._settings.steps
        adam = torch.optim.SparseAdam(list(self._bag.parameters()), lr=RATE)
        for step in range(steps):
            for group in adam.param_groups:
                group["lr"] = RATE * min(1, (step + 1) / WARM_UP) * max(LAST_RATE, 1 - step / steps)
            loss, anchor = self._pair_loss(), self._anchor_loss()
            adam.zero_grad()
            (loss + self._settings.anchor * anchor).backward()
            adam.step()
            if step % REPORT_EVERY == 0:
                print(f"step {step}: loss {loss.item():.3f}, anchor {anchor.item():.3f}", flush=True)
        return self._bag.weight.detach().numpy().copy()

    def _pair_loss(self):
        draws = self._draws
        requests, answers = draws.pairs()
        documents = list(dict.fromkeys(answers + draws.siblings(answers)))
        column = {tool: i for i, tool in enumerate(documents)}
        right = torch.tensor([column[tool] for tool in answers])
        # Other right answers of a request are neither right nor wrong here.
        hide = torch.zeros(len(requests), len(documents), dtype=torch.bool)
        for row, number in enumerate(requests):
            hide[row, [column[tool] for tool in draws.gold(number) if tool in column]] = True
        hide[torch.arange(len(requests)), right] = False
        queries = self._sums([self._thin(draws.query_ids[number]) for number in requests])
        tools = self._sums([self._thin(draws.tool_ids[tool]) for tool in documents])
        loss = 0
        for dim, weight in ((queries.shape[1], 1.0), (queries.shape[1] // 2, HALF_WEIGHT)):
            cosines = F.normalize(queries[:, :dim], dim=1) @ F.normalize(tools[:, :dim], dim=1).T
            scores = (cosines / self._settings.temperature).masked_fill(hide, _NEVER)
            loss = loss + weight * F.cross_entropy(scores, right)
        return loss

    def _anchor_loss(self):
        """Cosine to the targets of stage 1, and that each text stays nearest to its own."""
        some = self._draws.some(len(self._anchor_ids), ANCHORS)
        vectors = F.normalize(self._sums([self._anchor_ids[i] for i in some]), dim=1)
        targets = self._anchor_targets[some]
        contrast = F.cross_entropy(vectors @ targets.T / ANCHOR_TEMPERATURE, torch.arange(len(some)))
        return (1 - (vectors * targets).sum(1)).mean() + ANCHOR_CONTRAST * contrast

    def _thin(self, ids):
        return self._draws.thin(ids, self._settings.drop)

    def _sums(self, ids):
        """A list of ids for each text -> texts × dim"""
        starts = np.cumsum([0] + [len(text) for text in ids[:-1]])
        return self._bag(torch.tensor([id for text in ids for id in text]), torch.tensor(starts))
