"""The lower-case vocabulary inside a cased one."""
import re
from dataclasses import dataclass

from text.scripts import WORD_MARK, script_of_piece

# What normalised texts cannot hold. Marks of Latin, Arabic, Indic scripts and Thai stay.
_PUNCTUATION = re.compile(rf"[^\w{WORD_MARK}\u0300-\u036f\u0900-\u0dff\u0e00-\u0e7f\u064b-\u0652]")
_UNMARKED = ("han", "kana", "thai")


@dataclass
class LowerCasePiece:
    score: float
    """The best of all spellings, in nats."""
    row: int
    """Whose vector to take: that of the piece that is lower case itself, else of the likeliest spelling."""
    exact: bool
    row_score: float


def lower_case_pieces(pieces, scores):
    """Piece -> LowerCasePiece, in the order of first appearance."""
    found = {}
    for row, (piece, score) in enumerate(zip(pieces, scores)):
        lower = piece.lower()
        if script_of_piece(lower) in _UNMARKED:
            lower = lower.removeprefix(WORD_MARK)
        if not _usable(lower):
            continue
        exact = lower == piece
        old = found.get(lower)
        if old is None:
            found[lower] = LowerCasePiece(score, row, exact, score)
            continue
        if (exact, score) > (old.exact, old.row_score):
            old.row, old.exact, old.row_score = row, exact, score
        old.score = max(old.score, score)
    return found


def _usable(piece):
    if not piece or _PUNCTUATION.search(piece):
        return False
    return piece == WORD_MARK or script_of_piece(piece) != "symbol"
