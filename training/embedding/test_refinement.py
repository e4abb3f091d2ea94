"""The table's third stage on a table of a few pieces."""
import unittest

import numpy as np
import torch

from table.piece_lists import PieceLists
from table.refinement import Refinement, Requests, Translations, nearest_wrong
from table.static_table import unit_rows

DIM = 8
rng = np.random.default_rng(3)
ROWS = rng.normal(size=(120, DIM)).astype(np.float32)


def toy():
    """60 tools of one piece each; a request of another piece for each; translations in three groups."""
    tools = PieceLists([[piece] for piece in range(60)], places_count=True)
    requests = PieceLists([[60 + piece] for piece in range(60)])
    vectors = unit_rows(rng.normal(size=(60, DIM)).astype(np.float32))
    english, others = PieceLists([[0], [1]]), PieceLists([[60], [61], [62]])
    groups = {"ru": [0], "zh": [1], "": [2]}
    translations = Translations(english, others, np.array([0, 1, 0]), groups)
    return Requests(requests, tools, np.arange(60), vectors, vectors), translations


class PieceListsTest(unittest.TestCase):
    def test_adds_up_what_was_asked_for_in_that_order(self):
        lists = PieceLists([[1, 2], [3], [4, 4, 5]])
        sums = lists.sums(torch.tensor(ROWS), np.array([2, 0])).numpy()
        expected = unit_rows(np.stack([2 * ROWS[4] + ROWS[5], ROWS[1] + ROWS[2]]))
        np.testing.assert_allclose(sums, expected, rtol=1e-5)

    def test_lets_late_pieces_of_tools_count_less(self):
        ids = [1] * 39 + [2]
        sums = PieceLists([ids], places_count=True).sums(torch.tensor(ROWS), np.array([0])).numpy()
        ones = 20 + sum(20 / place for place in range(21, 40))
        np.testing.assert_allclose(sums, unit_rows((ones * ROWS[1] + 0.5 * ROWS[2])[None]), rtol=1e-4)

    def test_never_leaves_a_text_empty(self):
        lists = PieceLists([[1], [2], [3, 4]])
        sums = lists.sums(torch.tensor(ROWS), np.arange(3), 0.999, np.random.default_rng(0)).numpy()
        np.testing.assert_allclose(np.linalg.norm(sums, axis=1), 1, rtol=1e-5)


class RefinementTest(unittest.TestCase):
    def test_finds_wrong_tools_without_the_right_one(self):
        data, _ = toy()
        wrong = nearest_wrong(ROWS, data)
        self.assertFalse((wrong == data.right[:, None]).any())

    def test_brings_requests_nearer_to_their_tools(self):
        torch.manual_seed(0)
        data, translations = toy()
        anchors = PieceLists([[piece] for piece in range(120)] * 3)
        refined = Refinement(ROWS, data, translations, anchors, 30, 2e-2, 0.0).train()

        def nearness(rows):
            unit = unit_rows(rows)
            return (unit[:60] * unit[60:]).sum(1).mean()

        self.assertGreater(nearness(refined), nearness(ROWS) + 0.01)

    def test_needs_steps_for_a_mean(self):
        data, translations = toy()
        with self.assertRaises(ValueError):
            Refinement(ROWS, data, translations, PieceLists([[1]] * 300), 1, 1e-3, 0.0).train()


if __name__ == "__main__":
    unittest.main()
