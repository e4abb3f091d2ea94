"""What the table imitates: vectors of the encoder, centred by kind and script, reduced to the table's dimensions."""
from dataclasses import dataclass

import numpy as np

from table.static_table import unit_rows
from text.scripts import main_script

ENOUGH = 300  # texts for a mean of their own


@dataclass
class Vectors:
    """What embed_texts.py writes. `kinds`: "tool", "query", "text", or "piece" for a single piece of the vocabulary."""

    vectors: np.ndarray
    """n × dim float32"""
    texts: list
    kinds: np.ndarray

    def keep(self, rows):
        """`rows`: n, true or false"""
        texts = [text for text, kept in zip(self.texts, rows) if kept]
        return Vectors(self.vectors[rows], texts, self.kinds[rows])


def save_vectors(path, vectors):
    texts = np.array(vectors.texts, dtype=object)
    np.savez(path, v=vectors.vectors.astype(np.float16), text=texts, kind=vectors.kinds)


def load_vectors(paths):
    """Reads pickled strings: only files of your own."""
    files = [np.load(path, allow_pickle=True) for path in paths]
    return Vectors(
        np.concatenate([file["v"].astype(np.float32) for file in files]),
        [text for file in files for text in file["text"].tolist()],
        np.concatenate([file["kind"] for file in files]),
    )


def table_targets(vectors, dim):
    """-> (n × `dim` targets of unit length, share of the variance that they keep)

    Which language a text is in, and whether it is a tool or a request, is the strongest direction of the encoder's
    space and says nothing about what is meant: the mean of each such group is taken off.
    """
    real = vectors.kinds != "piece"
    tool = vectors.kinds == "tool"
    scripts = np.array([main_script(text) for text in vectors.texts])
    centred = vectors.vectors.copy()
    for role in (tool, ~tool):
        for script in set(scripts[role]):
            group = role & (scripts == script)
            enough = (group & real).sum() > ENOUGH
            centred[group] -= vectors.vectors[(group if enough else role) & real].mean(0)
    centred = unit_rows(centred)
    values, axes = np.linalg.eigh(centred[real].T @ centred[real] / real.sum())
    main_axes = axes[:, ::-1][:, :dim].astype(np.float32)
    return unit_rows(centred @ main_axes), float(values[::-1][:dim].sum() / values.sum())
