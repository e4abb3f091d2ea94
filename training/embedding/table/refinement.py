"""Stage 3: the finished table learns what it still gets wrong, held to what it was.

Three losses a step: a request against its tool and the tools that the table itself took for it, where those that the
encoder likes as well count neither way, beside the encoder's own opinion of all of them; a translation against the
English texts of a step, which stay where they are; and the table of the beginning, as an anchor.
"""
from dataclasses import dataclass

import numpy as np
import torch
import torch.nn.functional as F

REQUESTS, WRONG = 160, 6  # of a step; wrong tools for each request
NEAREST = 40  # tools of the table that wrong ones are drawn from
TEMPERATURE, TEACHER_TEMPERATURE = 0.05, 0.04
SLACK = 0.01  # a tool that the encoder puts no more than this below the right one is no wrong answer
TEACHER_WEIGHT, TRANSLATION_WEIGHT, ANCHOR_WEIGHT = 0.5, 0.5, 4.5
TRANSLATIONS = {"ru": 80, "zh": 80, "": 60}  # of a step; "": all other languages together
TRANSLATION_TEMPERATURE, TRANSLATION_DROP = 0.07, 0.15
ANCHORS = 256  # texts of a step
WARM_UP, LAST_RATE = 30, 0.05
# The mean of the rows at every tenth step of the last two fifths; the result lies this far on the way to it. Figures of
# tools that no training saw were best there: the rows that the losses like best know their requests by heart.
MEAN_FROM, MEAN_EVERY, WAY = 0.6, 10, 0.4
REPORT_EVERY = 25
BLOCK = 512
_NEVER = -1e4


@dataclass(frozen=True)
class Requests:
    """What the first loss is made of."""

    requests: object
    """PieceLists"""
    tools: object
    """PieceLists of all tools that may be seen."""
    right: np.ndarray
    """Number of each request's tool."""
    request_vectors: np.ndarray
    tool_vectors: np.ndarray
    """Both of the encoder."""


@dataclass(frozen=True)
class Translations:
    english: object
    """PieceLists"""
    others: object
    """PieceLists"""
    english_of: np.ndarray
    """Number of the English text of each other."""
    groups: dict
    """Key of `TRANSLATIONS` -> numbers of others"""


def nearest_wrong(rows, requests):
    """requests × NEAREST numbers of tools that the table puts first, without the right one."""
    rows = torch.tensor(rows)
    tools = requests.tools.sums(rows, np.arange(len(requests.tools.lengths)))
    found = []
    for start in range(0, len(requests.right), BLOCK):
        numbers = np.arange(start, min(start + BLOCK, len(requests.right)))
        scores = requests.requests.sums(rows, numbers) @ tools.T
        scores[torch.arange(len(numbers)), torch.tensor(requests.right[numbers])] = -1
        found.append(scores.topk(NEAREST).indices)
    return torch.cat(found).numpy()


class Refinement:
    def __init__(self, rows, requests, translations, anchors, steps, rate, drop):
        """`rows`: ids × dim; `anchors`: PieceLists of texts that may be seen."""
        self._start = torch.tensor(rows)
        self._rows = torch.tensor(rows, requires_grad=True)
        self._requests, self._translations, self._anchors = requests, translations, anchors
        self._wrong = nearest_wrong(rows, requests)
        self._steps, self._rate, self._drop = steps, rate, drop
        self._rng = np.random.default_rng(0)

    def train(self):
        """-> ids × dim rows"""
        adam = torch.optim.SparseAdam([self._rows], lr=self._rate)
        sums, count = torch.zeros_like(self._start), 0
        for step in range(self._steps):
            share = min(1, (step + 1) / WARM_UP) * max(LAST_RATE, 1 - step / self._steps)
            adam.param_groups[0]["lr"] = self._rate * share
            losses = [self._request_loss(), self._translation_loss(), self._anchor_loss()]
            adam.zero_grad()
            sum(losses).backward()
            adam.step()
            if step >= MEAN_FROM * self._steps and step % MEAN_EVERY == 0:
                sums, count = sums + self._rows.detach(), count + 1
            if step % REPORT_EVERY == 0:
                print(f"step {step}: " + ", ".join(f"{loss.item():.3f}" for loss in losses), flush=True)
        if count == 0:
            raise ValueError(f"{self._steps} steps are too few for a mean of the last of them")
        return (self._start + WAY * (sums / count - self._start)).numpy()

    def _request_loss(self):
        data = self._requests
        some = self._rng.integers(0, len(data.right), REQUESTS)
        wrong = self._wrong[some[:, None], self._rng.integers(0, NEAREST, (REQUESTS, WRONG))]
        tools, places = np.unique(np.concatenate([data.right[some], wrong.ravel()]), return_inverse=True)
        right, here = torch.tensor(places[:REQUESTS]), torch.arange(REQUESTS)
        teacher = torch.tensor(data.request_vectors[some] @ data.tool_vectors[tools].T)
        hide = teacher > teacher[here, right][:, None] - SLACK
        hide[here, right] = False
        queries = data.requests.sums(self._rows, some, self._drop, self._rng)
        scores = queries @ data.tools.sums(self._rows, tools, self._drop, self._rng).T / TEMPERATURE
        opinion = F.softmax(teacher / TEACHER_TEMPERATURE, 1)
        imitation = -(opinion * F.log_softmax(scores, 1)).sum(1).mean()
        return F.cross_entropy(scores.masked_fill(hide, _NEVER), right) + TEACHER_WEIGHT * imitation

    def _translation_loss(self):
        data = self._translations
        drawn = [
            self._rng.choice(data.groups[group], min(count, len(data.groups[group])), replace=False)
            for group, count in TRANSLATIONS.items()
        ]
        some = np.concatenate(drawn)
        texts, places = np.unique(data.english_of[some], return_inverse=True)
        own = torch.tensor(places)
        with torch.no_grad():
            english = data.english.sums(self._rows, texts)
        others = data.others.sums(self._rows, some, TRANSLATION_DROP, self._rng)
        nearest = F.cross_entropy(others @ english.T / TRANSLATION_TEMPERATURE, own)
        return TRANSLATION_WEIGHT * (nearest + (1 - (others * english[own]).sum(1)).mean())

    def _anchor_loss(self):
        some = self._rng.choice(len(self._anchors.lengths), ANCHORS, replace=False)
        before = self._anchors.sums(self._start, some)
        return ANCHOR_WEIGHT * (1 - (self._anchors.sums(self._rows, some) * before).sum(1)).mean()
