"""A static embedding: one vector a piece; a text is their sum, unit length. What a tool's text says late counts less."""
import numpy as np

from shipping.model_file import is_model_file
from shipping.static_model import read_static_model
from table.table_file import read_table, write_table
from text.tokenizer import FIRST_PIECE, Tokenizer

LONGEST_TEXT = 128  # pieces
# The piece at place p (from 1) of a tool's text counts min(1, 20 / p), as in `src/engine/dense/static-model.ts`: a tool
# says first what it is for, and at length how it is used.
WHOLE_PIECES = 20
PLACE_WEIGHTS = np.minimum(1, WHOLE_PIECES / np.arange(1, LONGEST_TEXT + 1)).astype(np.float32)


class StaticTable:
    def __init__(self, tokenizer, rows):
        """`rows`: ids × dim, the four special ids included; these count nothing."""
        self.tokenizer = tokenizer
        self.rows = np.array(rows, np.float32)
        self.rows[:FIRST_PIECE] = 0

    def ids(self, texts):
        """Known pieces of each text."""
        return known_ids(self.tokenizer, texts)

    def embed(self, texts):
        """Requests and other short texts -> texts × dim, unit length, zero for a text without a known piece"""
        return unit_rows(np.stack([self.rows[ids].sum(0) for ids in self.ids(texts)]))

    def embed_tools(self, texts):
        """The same for texts of tools."""
        return unit_rows(np.stack([PLACE_WEIGHTS[: len(ids)] @ self.rows[ids] for ids in self.ids(texts)]))

    def save(self, path):
        """-> bytes written"""
        return write_table(path, self.tokenizer.pieces, self.tokenizer.scores, self.rows[FIRST_PIECE:])

    @classmethod
    def load(cls, path):
        """A distilled table, or the one in the repository's models folder."""
        pieces, scores, rows = read_static_model(path) if is_model_file(path) else read_table(path)
        special = np.zeros((FIRST_PIECE, rows.shape[1]), np.float32)
        return cls(Tokenizer(pieces, scores), np.concatenate([special, rows]))


def known_ids(tokenizer, texts):
    """Ids of each text but the unknown one, of the first 128."""
    return [[id for id in ids[:LONGEST_TEXT] if id >= FIRST_PIECE] for ids in tokenizer.pieces_of(texts)]


def unit_rows(rows):
    return rows / np.maximum(1e-9, np.linalg.norm(rows, axis=1, keepdims=True))
