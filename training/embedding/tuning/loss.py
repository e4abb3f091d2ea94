"""InfoNCE over the tools of a batch and the hardest of a memory of all tools, and a little of the reverse direction.

Oord, Li, Vinyals, "Representation Learning with Contrastive Predictive Coding" (2018), eq. 4.
"""
import torch
import torch.nn.functional as F

TEMPERATURE = 0.03
HARDEST = 512  # of the memory
MARGIN = 0.05  # a tool of the memory whose cosine is so far above the right one's most likely is right as well
REVERSE = 0.3  # weight of tool -> request beside request -> tool
_NEVER = -1e4


def contrastive_loss(queries, documents, memory, gold, tools, twins):
    """One number.

    `queries`: requests × dim, `documents`: tools of the batch × dim, both with gradients; `memory`: all tools × dim,
    as they were when last seen, without; `gold`: indices of the right tools of each request; `tools`: of the batch.
    """
    right, unsure = _judge(gold, tools, twins)
    scores = queries @ documents.T / TEMPERATURE
    wrong = scores.masked_fill(unsure | right, _NEVER)
    remembered = _hardest(queries, memory, scores, right, gold, tools)
    # Each right tool against all wrong ones, not against the other right ones.
    against = torch.logsumexp(torch.cat([wrong, remembered], 1), 1, keepdim=True)
    forward = (F.softplus(against - scores) * right).sum(1) / right.sum(1)

    asked = right.any(0)
    all_requests = scores.masked_fill(unsure, _NEVER)[:, asked]
    own_requests = scores.masked_fill(~right, _NEVER)[:, asked]
    reverse = torch.logsumexp(all_requests, 0) - torch.logsumexp(own_requests, 0)
    return forward.mean() + REVERSE * reverse.mean()


def _judge(gold, tools, twins):
    """Requests × tools of the batch, true or false: right answers; twins of right answers."""
    right = torch.zeros(len(gold), len(tools), dtype=torch.bool)
    unsure = torch.zeros_like(right)
    for row, answers in enumerate(gold):
        for column, tool in enumerate(tools):
            if tool in answers:
                right[row, column] = True
            elif any(twins.alike(tool, answer) for answer in answers):
                unsure[row, column] = True
    return right, unsure


def _hardest(queries, memory, scores, right, gold, tools):
    remembered = queries @ memory.T / TEMPERATURE
    with torch.no_grad():
        best = scores.masked_fill(~right, _NEVER).max(1).values
        hide = remembered > best[:, None] + MARGIN / TEMPERATURE
        hide[:, tools] = True
        for row, answers in enumerate(gold):
            hide[row, list(answers)] = True
    return remembered.masked_fill(hide, _NEVER).topk(min(HARDEST, len(memory)), dim=1).values
