"""The file of a distilled table; `training/pack-static.ts` makes the shipped one of it.

uint32 length of a JSON header {v, n, dim, pieces}, the header, then, each padded to a multiple of 16 bytes:

    pieces   UTF-8, joined by line feeds; `pieces` in the header is their length in bytes
    scores   n uint8: minus the log-probability in 1/8 nat. Coarse: the exact ones are in tokenizer.json
    scales   n float32: what one step of a row is
    rows     n × dim int8
"""
import json

import numpy as np

SCORE_STEPS = 8
LARGEST = 127


def write_table(path, pieces, scores, rows):
    """`scores`: n, in nats; `rows`: n × dim floats, one for each piece. -> bytes written"""
    scales, numbers = quantise_rows(rows)
    text = "\n".join(pieces).encode()
    steps = np.clip(np.round(-np.asarray(scores) * SCORE_STEPS), 0, 255).astype(np.uint8)
    header = json.dumps({"v": 1, "n": len(numbers), "dim": numbers.shape[1], "pieces": len(text)}).encode()
    header += b" " * (_aligned(4 + len(header)) - 4 - len(header))
    content = len(header).to_bytes(4, "little") + header
    for part in (text, steps.tobytes(), scales.astype("<f4").tobytes(), numbers.tobytes()):
        content += part + bytes(_aligned(len(part)) - len(part))
    with open(path, "wb") as file:
        file.write(content)
    return len(content)


def read_table(path):
    """-> (pieces, scores in nats, rows as n × dim float32)"""
    with open(path, "rb") as file:
        content = file.read()
    place = 4 + int.from_bytes(content[:4], "little")
    header = json.loads(content[4:place])
    if header["v"] != 1:
        raise ValueError(f"{path} has version {header['v']}, not 1")
    count, dim = header["n"], header["dim"]

    def take(size):
        nonlocal place
        start = _aligned(place)
        place = start + size
        return content[start:place]

    pieces = take(header["pieces"]).decode().split("\n")
    scores = -np.frombuffer(take(count), np.uint8).astype(np.float32) / SCORE_STEPS
    scales = np.frombuffer(take(4 * count), "<f4")
    numbers = np.frombuffer(take(count * dim), np.int8).reshape(count, dim)
    return pieces, scores, numbers * scales[:, None]


def quantise_rows(rows):
    """n × dim floats -> (n float32 scales, n × dim int8); a number is its int8 times the row's scale."""
    rows = np.asarray(rows, np.float32)
    scales = (np.abs(rows).max(1) / LARGEST + 1e-12).astype(np.float32)
    return scales, np.round(rows / scales[:, None]).astype(np.int8)


def _aligned(size):
    return -(-size // 16) * 16
