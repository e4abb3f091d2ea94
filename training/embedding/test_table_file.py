"""The distilled table's file: what is written comes back, to the precision of int8."""
import os
import tempfile
import unittest

import numpy as np

from table.table_file import quantise_rows, read_table, write_table

PIECES = ["\u2581list", "天气", "\u2581п", "e\u0301"]
SCORES = [-3.125, -9.5, -31.875, 0.0]


def random_rows(dim):
    rows = np.random.default_rng(7).normal(size=(len(PIECES), dim)).astype(np.float32)
    rows[3] = 0
    return rows


class TableFileTest(unittest.TestCase):
    def round_trip(self, rows):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "table.bin")
            size = write_table(path, PIECES, SCORES, rows)
            self.assertEqual(os.path.getsize(path), size)
            return read_table(path)

    def test_comes_back_for_sizes_that_need_padding_and_that_do_not(self):
        for dim in (1, 5, 16, 256):
            with self.subTest(dim=dim):
                rows = random_rows(dim)
                pieces, scores, read = self.round_trip(rows)
                self.assertEqual(pieces, PIECES)
                self.assertEqual((scores + 0.0).tolist(), SCORES)
                half_step = np.abs(rows).max(1, keepdims=True) / 127 / 2
                self.assertTrue((np.abs(read - rows) <= half_step * 1.001 + 1e-9).all())

    def test_loses_nothing_when_written_again(self):
        _, _, once = self.round_trip(random_rows(24))
        _, _, twice = self.round_trip(once)
        np.testing.assert_array_equal(quantise_rows(once)[1], quantise_rows(twice)[1])

    def test_uses_the_whole_range_of_each_row(self):
        _, numbers = quantise_rows(random_rows(24))
        self.assertEqual(np.abs(numbers).max(1).tolist(), [127, 127, 127, 0])


if __name__ == "__main__":
    unittest.main()
