"""The shipped deep model: reading and writing are each other's inverse."""
import os
import tempfile
import unittest
from pathlib import Path

import numpy as np

from shipping.deep_model import deep_sections, pack_matrix, pack_words, read_deep_model, unpack_matrix, unpack_words
from shipping.model_file import write_model_file

SHIPPED = Path(__file__).parents[2] / "models/deep-45k-384.bin"


class DeepModelTest(unittest.TestCase):
    def test_packs_matrices_and_words_without_loss(self):
        numbers = np.random.default_rng(3)
        matrix = numbers.integers(-127, 128, (12, 16)).astype(np.int8)
        np.testing.assert_array_equal(unpack_matrix(pack_matrix(matrix).ravel(), 16), matrix)
        words = numbers.integers(-8, 8, (5, 64)).astype(np.int8)
        np.testing.assert_array_equal(unpack_words(pack_words(words).reshape(5, -1)), words)

    def test_refuses_numbers_that_the_kernels_cannot_hold(self):
        with self.assertRaises(ValueError):
            pack_matrix(np.full((4, 8), -128, np.int8))
        with self.assertRaises(ValueError):
            pack_words(np.full((1, 32), 8, np.int8))

    def test_writes_the_shipped_file_again_byte_for_byte(self):
        facts, encoder = read_deep_model(SHIPPED)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "deep.bin")
            write_model_file(path, facts, deep_sections(encoder))
            self.assertEqual(Path(path).read_bytes(), SHIPPED.read_bytes())


if __name__ == "__main__":
    unittest.main()
