"""The frozen lower layers, run once for every text: a training step then costs the upper layers only."""
import numpy as np
import torch

from encoder.network import Layout

FILL_TOKENS = 4096  # of a batch while filling
EMBED_TEXTS = 96  # of a batch in `embed_all`


class FrozenOutput:
    """What layer `frozen` gets, in bfloat16. `ids`: a list of token ids for each text."""

    def __init__(self, model, frozen, ids):
        self._model, self._frozen = model, frozen
        self._lengths = np.array([len(text) for text in ids])
        self._starts = np.concatenate([[0], np.cumsum(self._lengths)])
        self._tokens = torch.zeros(int(self._starts[-1]), model.config["dim"], dtype=torch.bfloat16)
        self._fill(ids)

    def embed(self, texts):
        """Through the upper layers, with gradients. `texts`: indices -> texts × dim, unit length."""
        layout = Layout(self._lengths[texts])
        x = self._model.run_layers(self._tokens[self._rows(texts)].float(), layout, self._frozen)
        return layout.pool(x)

    @torch.no_grad()
    def embed_all(self):
        """Vectors of all texts as the upper layers are now: texts × dim."""
        order = np.argsort(self._lengths, kind="stable")
        vectors = torch.zeros(len(order), self._model.config["dim"])
        with torch.autocast("cpu", dtype=torch.bfloat16):
            for start in range(0, len(order), EMBED_TEXTS):
                part = order[start : start + EMBED_TEXTS]
                vectors[part] = self.embed(part)
        return vectors

    @torch.no_grad()
    def _fill(self, ids):
        order = np.argsort(self._lengths, kind="stable")
        start = 0
        with torch.autocast("cpu", dtype=torch.bfloat16):
            while start < len(order):
                longest = int(self._lengths[order[min(start + 100, len(order) - 1)]])
                part = order[start : start + max(1, FILL_TOKENS // longest)]
                layout = Layout(self._lengths[part])
                x = self._model.embed_tokens([ids[i] for i in part], layout)
                x = self._model.run_layers(x, layout, 0, self._frozen)
                self._tokens[self._rows(part)] = x.bfloat16()
                start += len(part)

    def _rows(self, texts):
        """Rows of all tokens of these texts."""
        return torch.from_numpy(np.concatenate([np.arange(self._starts[i], self._starts[i + 1]) for i in texts]))
