"""The shipped static model as `src/engine/dense/vocabulary.ts` and `token-table.ts` lay it out."""
import numpy as np

from shipping.model_file import read_model_file

SCORE_STEPS = 10_000  # of a nat


def read_static_model(path):
    """-> (pieces, exact scores in nats, rows as n × dim float32)"""
    facts, sections = read_model_file(path)
    units, start, pieces = sections["pieceUnits"], 0, []
    for length in sections["pieceLengths"]:
        pieces.append(units[2 * start : 2 * (start + length)].decode("utf-16-le"))
        start += length
    scores = -np.frombuffer(sections["pieceScores"], "<u4").astype(float) / SCORE_STEPS
    numbers = np.frombuffer(sections["rows"], np.int8).reshape(len(pieces), facts["dimensions"])
    return pieces, scores, numbers * np.frombuffer(sections["rowScales"], "<f4")[:, None]
