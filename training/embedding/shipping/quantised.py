"""The int8 encoder between its formats: ONNX file, shipped file, PyTorch."""
from dataclasses import dataclass

import numpy as np

WORD_BLOCK = 32  # numbers of a word vector that share a scale
MATRICES = ("qkv", "out", "up", "down")
NORMS = ("norm1", "norm2")


@dataclass
class QuantisedEncoder:
    words: np.ndarray
    """ids × dim int8, -8 … 7"""
    word_scales: np.ndarray
    """ids × (dim / 32) float32"""
    matrices: dict
    """"LAYER.NAME" -> (inner × channels int8, float32 scale of each channel)"""
    tensors: dict
    """Everything else by its PyTorch name, float32: positions, biases, norms."""

    @property
    def layers(self):
        return len(self.matrices) // len(MATRICES)

    def word_vectors(self):
        """ids × dim float32"""
        return self.words * np.repeat(self.word_scales, WORD_BLOCK, axis=1)

    def matrix(self, layer, name):
        """inner × channels float32"""
        numbers, scales = self.matrices[f"{layer}.{name}"]
        return numbers * scales

    def state(self):
        """PyTorch name -> float32 array, as `Encoder.load_state_dict` wants it."""
        state = {name: np.array(value, np.float32) for name, value in self.tensors.items()}
        state["word.weight"] = self.word_vectors()
        for layer in range(self.layers):
            for name in MATRICES:
                state[f"layers.{layer}.{name}.weight"] = np.ascontiguousarray(self.matrix(layer, name).T)
        return state
