"""The container of the shipped models, drawn in `src/engine/dense/model-file.ts`."""
import json
import struct

import xxhash

MAGIC = b"TSCMODEL"
VERSION = 1
_HEADER_FROM = 24


def is_model_file(path):
    with open(path, "rb") as file:
        return file.read(len(MAGIC)) == MAGIC


def read_model_file(path):
    """-> (facts of the header, {section name: bytes}); raises ValueError for a damaged file."""
    with open(path, "rb") as file:
        content = file.read()
    magic, version, checksum, length, header_length = struct.unpack_from("<8s4I", content)
    if (magic, version, length) != (MAGIC, VERSION, len(content)):
        raise ValueError(f"{path} is no model file of version {VERSION}, or not whole")
    if xxhash.xxh32_intdigest(content[16:]) != checksum:
        raise ValueError(f"{path} is damaged: its checksum is wrong")
    body = _HEADER_FROM + header_length
    facts = json.loads(content[_HEADER_FROM:body])
    sections = facts.pop("sections")
    return facts, {name: content[body + start : body + start + size] for name, (start, size) in sections.items()}


def write_model_file(path, facts, sections):
    """`sections`: pairs of name and array, in their order. -> bytes written"""
    starts, body = {}, bytearray()
    for name, array in sections:
        raw = array.tobytes()
        starts[name] = [len(body), len(raw)]
        body += raw + bytes(_aligned(len(raw)) - len(raw))
    header = json.dumps({**facts, "sections": starts}, separators=(",", ":")).encode()
    header += b" " * (_aligned(_HEADER_FROM + len(header)) - _HEADER_FROM - len(header))
    checked = struct.pack("<II", _HEADER_FROM + len(header) + len(body), len(header)) + header + body
    with open(path, "wb") as file:
        file.write(MAGIC + struct.pack("<II", VERSION, xxhash.xxh32_intdigest(checked)) + checked)
    return 16 + len(checked)


def _aligned(size):
    return -(-size // 16) * 16
