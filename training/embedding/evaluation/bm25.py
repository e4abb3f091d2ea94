"""The lexical baseline: BM25 over stemmed words and pairs of Han or kana, name twice, parameters included.

Only a yardstick for training. The product's own lexical leg (`src/engine/lexical`) is better and is not this.
"""
import math
import re
import unicodedata
from collections import Counter

import numpy as np
import scipy.sparse

from text.normalise import split_identifier

SATURATION = 1.2  # k1
LENGTH_SHARE = 0.75  # b

STOP_WORDS = frozenset(
    "a an the of to in on for and or is are be with by from at as it this that i me my you your we our can could would "
    "please need want how what do does if any some get there using use".split()
)
_SUFFIXES = (("ies", "y"), ("sses", "ss"), ("ing", ""), ("ed", ""), ("es", "e"), ("s", ""))
_RUNS = re.compile(r"[a-z]+|[0-9]+|[\u0400-\u04ff]+|[\u3400-\u9fff\u3040-\u30ff\uac00-\ud7af]+|[^\W\d_]+")


def terms_of(text):
    text = unicodedata.normalize("NFKC", split_identifier(text)).lower()
    terms = []
    for run in _RUNS.findall(text):
        first = ord(run[0])
        if 0x3040 <= first <= 0x9FFF or 0xAC00 <= first <= 0xD7AF:
            terms += [run[i : i + 2] for i in range(len(run) - 1)] or [run]
        elif 0x400 <= first <= 0x4FF:
            terms.append(run if len(run) < 6 else run[: max(5, len(run) - 2)])
        elif run not in STOP_WORDS:
            terms.append(_stem(run))
    return terms


def document_of(tool):
    """Terms of a tool."""
    name = terms_of(tool.name)
    terms = name + name + terms_of(tool.server[:60]) + terms_of(tool.description[:1500])
    for parameter, description in tool.parameters[:20]:
        terms += terms_of(f"{parameter} {description[:150]}")
    return terms


def _stem(word):
    if not word.isascii() or len(word) < 4:
        return word
    for suffix, replacement in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= 3 and not word.endswith("ss"):
            word = word[: -len(suffix)] + replacement
            break
    return word.rstrip("e") if len(word) > 4 else word


class Bm25:
    def __init__(self, documents):
        """`documents`: a list of terms each."""
        self._columns = {}
        self._frequency = Counter()
        self._count = len(documents)
        counts = [Counter(document) for document in documents]
        for terms in counts:
            self._frequency.update(terms.keys())
        lengths = [terms.total() for terms in counts]
        mean_length = max(1e-9, float(np.mean(lengths)))
        rows, columns, values = [], [], []
        for row, terms in enumerate(counts):
            damping = SATURATION * (1 - LENGTH_SHARE + LENGTH_SHARE * lengths[row] / mean_length)
            for term, count in terms.items():
                rows.append(row)
                columns.append(self._columns.setdefault(term, len(self._columns)))
                values.append(self._weight(term) * count * (SATURATION + 1) / (count + damping))
        shape = (self._count, max(1, len(self._columns)))
        self._matrix = scipy.sparse.csr_matrix((np.array(values, np.float32), (rows, columns)), shape=shape)

    def shares(self, queries):
        """Scores divided by the most that the query could reach; terms that no document has count fully.

        `queries`: a list of terms each -> queries × documents, 0 … 1, so that a cosine can be added.
        """
        rows, columns = [], []
        reachable = np.zeros(len(queries), np.float32)
        for row, query in enumerate(queries):
            for term in set(query):
                reachable[row] += self._weight(term) * (SATURATION + 1)
                if term in self._columns:
                    rows.append(row)
                    columns.append(self._columns[term])
        shape = (len(queries), self._matrix.shape[1])
        matrix = scipy.sparse.csr_matrix((np.ones(len(rows), np.float32), (rows, columns)), shape=shape)
        return (matrix @ self._matrix.T).toarray() / np.maximum(reachable, 1e-6)[:, None]

    def _weight(self, term):
        """Inverse document frequency, in nats."""
        frequency = self._frequency.get(term, 0)
        return math.log(1 + (self._count - frequency + 0.5) / (frequency + 0.5))
