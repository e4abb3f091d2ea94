"""Models behind one interface: `queries(texts)` and `tools(tools)` give rows of unit length.

`load_model` takes a folder of the encoder, a static table (as distilled or as shipped), an int8 ONNX encoder with its
folder, or the vectors that embed_texts.py kept.
"""
import os

import numpy as np

# The most ids of a request and of a tool, begin, prefix and end included; the product has the same.
QUERY_TOKENS, TOOL_TOKENS = 40, 64
_ONNX_BATCH = 16


def load_model(path):
    """`path`: FOLDER, TABLE.bin, VECTORS.npz or ENCODER.onnx; beside the last stand tokenizer.json and config.json."""
    if os.path.isdir(path):
        return EncoderModel(path)
    kinds = {".bin": TableModel, ".npz": KeptVectors, ".onnx": OnnxModel}
    ending = os.path.splitext(path)[1]
    if ending not in kinds:
        raise ValueError(f"{path} is no folder and ends in none of {', '.join(kinds)}")
    return kinds[ending](path)


class EncoderModel:
    def __init__(self, folder):
        from encoder.folder import load_encoder

        self._model, self._tokenizer, self._config = load_encoder(folder)

    def queries(self, texts):
        return self._embed(texts, QUERY_TOKENS, "query")

    def tools(self, tools):
        return self._embed([tool.text for tool in tools], TOOL_TOKENS, "passage")

    def _embed(self, texts, limit, role):
        return self._model.embed(self._tokenizer.encode(texts, limit, self._config["prefix"][role]))


class TableModel:
    def __init__(self, path):
        from table.static_table import StaticTable

        self._table = StaticTable.load(path)

    def queries(self, texts):
        return self._table.embed(texts)

    def tools(self, tools):
        return self._table.embed_tools([tool.text for tool in tools])


class OnnxModel:
    def __init__(self, path):
        import onnxruntime

        from encoder.folder import load_config
        from text.tokenizer import Tokenizer

        folder = os.path.dirname(path)
        session = onnxruntime.SessionOptions()
        session.intra_op_num_threads = 1
        self._session = onnxruntime.InferenceSession(path, session)
        self._tokenizer = Tokenizer.load(os.path.join(folder, "tokenizer.json"))
        self._config = load_config(folder)

    def queries(self, texts):
        return self._embed(self._tokenizer.encode(texts, QUERY_TOKENS, self._config["prefix"]["query"]))

    def tools(self, tools):
        texts = [tool.text for tool in tools]
        return self._embed(self._tokenizer.encode(texts, TOOL_TOKENS, self._config["prefix"]["passage"]))

    def _embed(self, ids):
        """Texts of like length together, since the file's inputs are padded."""
        order = sorted(range(len(ids)), key=lambda i: len(ids[i]))
        vectors = np.zeros((len(ids), self._config["dim"]), np.float32)
        for start in range(0, len(order), _ONNX_BATCH):
            part = order[start : start + _ONNX_BATCH]
            padded = np.ones((len(part), max(len(ids[i]) for i in part)), np.int64)
            mask = np.zeros_like(padded)
            for row, i in enumerate(part):
                padded[row, : len(ids[i])] = ids[i]
                mask[row, : len(ids[i])] = 1
            vectors[part] = self._session.run(None, {"ids": padded, "mask": mask})[0]
        return vectors


class KeptVectors:
    """A large catalogue is embedded once and measured often."""

    def __init__(self, path):
        from table.targets import load_vectors

        kept = load_vectors([path])
        self._vectors = kept.vectors
        self._rows = {(kind, text): row for row, (kind, text) in enumerate(zip(kept.kinds, kept.texts))}

    def queries(self, texts):
        return self._take("query", texts)

    def tools(self, tools):
        return self._take("tool", [tool.text for tool in tools])

    def _take(self, kind, texts):
        missing = next((text for text in texts if (kind, text) not in self._rows), None)
        if missing is not None:
            raise KeyError(f"no vector was kept for the {kind} {missing!r}")
        return self._vectors[[self._rows[kind, text] for text in texts]]
