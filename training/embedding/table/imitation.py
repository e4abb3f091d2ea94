"""Stage 1: the rows whose sums come nearest to the targets, all at once and without a learning rate.

A text's vector is the sum of its pieces' rows divided by (number of pieces)^0.75, halfway between a mean and a sum of
independent rows. The least-squares problem is solved by conjugate gradients, each dimension on its own, with a ridge
towards the start: rows of rare pieces stay near the encoder's vector of the single piece.
"""
import numpy as np
import scipy.sparse

from table.static_table import unit_rows

RIDGE = 0.03
ITERATIONS = 40
QUERY_WEIGHT = 1.5  # of a request, beside 1 for tools and other texts
RARITY = 1e-3  # of a piece whose start counts half: smooth inverse frequency (Arora, Liang, Ma, 2017)
MEAN_LENGTH = 0.5  # of the finished rows; only sets the scale for stage 2


def start_rows(ids, pieces, piece_targets, size):
    """Vectors of the single pieces, those of frequent pieces damped.

    `ids`: ids of each text, for the counts; `pieces`: the id of each row of `piece_targets`. -> size × dim
    """
    counts = np.ones(size)
    for text in ids:
        np.add.at(counts, text, 1)
    damping = RARITY / (RARITY + counts / counts.sum())
    rows = np.zeros((size, piece_targets.shape[1]), np.float32)
    rows[pieces] = piece_targets * damping[pieces, None]
    return rows


def fit_rows(ids, targets, is_query, start):
    """-> (ids × dim rows, mean cosine of the start to the targets, mean cosine of the result)

    `ids`: known pieces of each text, none empty; `targets`: texts × dim; `is_query`: texts; `start`: ids × dim.
    """
    weights = np.sqrt(np.where(is_query, QUERY_WEIGHT, 1.0)).astype(np.float32)
    bags = _bags(ids, weights, len(start))
    weighted = targets * weights[:, None]
    first = bags @ start
    start = start * float((first * weighted).sum() / (first * first).sum())
    rows = start + _solve(bags, weighted - bags @ start)
    before = (unit_rows(first) * targets).sum(1).mean()
    after = (unit_rows(bags @ rows) * targets).sum(1).mean()
    return rows * (MEAN_LENGTH / np.linalg.norm(rows[rows.any(1)], axis=1).mean()), float(before), float(after)


def _bags(ids, weights, size):
    """texts × ids: weight / (number of pieces)^0.75 for each occurrence"""
    lengths = np.array([len(text) for text in ids])
    rows = np.repeat(np.arange(len(ids)), lengths)
    values = np.repeat(weights / lengths**0.75, lengths).astype(np.float32)
    return scipy.sparse.csr_matrix((values, (rows, np.concatenate(ids))), shape=(len(ids), size))


def _solve(bags, wanted):
    """X of (AᵀA + ridge) X = Aᵀ wanted, by conjugate gradients (Hestenes, Stiefel, 1952)."""
    transposed = bags.T.tocsr()
    residual = transposed @ wanted
    solution = np.zeros_like(residual)
    direction = residual.copy()
    squares = (residual * residual).sum(0)
    for _ in range(ITERATIONS):
        image = transposed @ (bags @ direction) + RIDGE * direction
        step = squares / np.maximum(1e-12, (direction * image).sum(0))
        solution += step * direction
        residual -= step * image
        next_squares = (residual * residual).sum(0)
        direction = residual + next_squares / np.maximum(1e-12, squares) * direction
        squares = next_squares
    return solution
