"""Pieces of many texts in one array, so that a batch of them is gathered at once."""
import numpy as np
import torch
import torch.nn.functional as F

from table.static_table import PLACE_WEIGHTS


class PieceLists:
    def __init__(self, ids, places_count=False):
        """`ids`: known pieces of each text. `places_count`: these are texts of tools, whose late pieces count less."""
        self.lengths = np.array([len(text) for text in ids])
        self._starts = np.cumsum(self.lengths) - self.lengths
        self._ids = np.array([id for text in ids for id in text], np.int64)
        weights = [PLACE_WEIGHTS[: len(text)] if places_count else np.ones(len(text), np.float32) for text in ids]
        self._weights = np.concatenate(weights)

    def sums(self, rows, numbers, drop=0.0, rng=None):
        """Unit vectors of the texts of these numbers, none of them empty. A random `drop` of the pieces is left out.

        `rows`: ids × dim tensor. -> numbers × dim
        """
        lengths = self.lengths[numbers]
        starts = np.cumsum(lengths) - lengths
        places = np.arange(lengths.sum()) + np.repeat(self._starts[numbers] - starts, lengths)
        if drop:
            kept = rng.random(len(places)) >= drop
            kept |= np.repeat(np.add.reduceat(kept, starts) == 0, lengths)
            lengths = np.add.reduceat(kept.astype(int), starts)
            starts, places = np.cumsum(lengths) - lengths, places[kept]
        weights = torch.tensor(self._weights[places])
        ids, offsets = torch.tensor(self._ids[places]), torch.tensor(starts)
        return F.normalize(F.embedding_bag(ids, rows, offsets, mode="sum", sparse=True, per_sample_weights=weights), dim=1)
