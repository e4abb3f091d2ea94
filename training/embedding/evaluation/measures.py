"""Recall at cuts and nDCG@10."""
import numpy as np

DEPTH = 10  # of nDCG
_DISCOUNT = 1 / np.log2(np.arange(2, DEPTH + 2))


def measure(scores, queries, index, cuts):
    """Mean over the queries of recall at each cut, then nDCG@10.

    `scores`: queries × tools; `index`: tool id -> column. Recall at k is the share of the right tools among the first
    k, of k at most; where any of them is enough, whether there is one.
    """
    return np.mean([_measure_one(row, query, index, cuts) for row, query in zip(scores, queries)], axis=0)


def _measure_one(scores, query, index, cuts):
    depth = min(max(*cuts, DEPTH), len(scores))
    first = np.argpartition(-scores, depth - 1)[:depth]
    first = first[np.argsort(-scores[first], kind="stable")]
    gold = {index[id] for id in query.relevant if id in index}
    hit = np.array([column in gold for column in first], float)
    if query.any_is_enough:
        place = int(hit.argmax()) if hit.any() else len(scores) + DEPTH
        return [float(place < cut) for cut in cuts] + [_DISCOUNT[place] if place < DEPTH else 0.0]
    recall = [hit[:cut].sum() / min(cut, len(gold)) for cut in cuts]
    gain = (hit[:DEPTH] * _DISCOUNT[: min(DEPTH, len(hit))]).sum()
    return recall + [gain / _DISCOUNT[: min(DEPTH, len(gold))].sum()]
