"""Measures and the lexical baseline on cases that can be counted by hand."""
import unittest

import numpy as np

from data.sets import Query, Tool
from evaluation.bm25 import Bm25, document_of, terms_of
from evaluation.measures import measure

INDEX = {name: column for column, name in enumerate("abcdefghijkl")}


def figures(ranking, relevant, any_is_enough=False, cuts=(1, 5)):
    """Of a ranking given as letters, best first."""
    scores = np.zeros(len(INDEX))
    for place, name in enumerate(ranking):
        scores[INDEX[name]] = len(ranking) - place
    query = Query("1", "", "en", "", any_is_enough, dict.fromkeys(relevant, 1))
    return measure(scores[None], [query], INDEX, cuts).round(4).tolist()


class MeasuresTest(unittest.TestCase):
    def test_recall_is_the_share_of_right_tools_that_could_be_there(self):
        # (1 + 1 / log2 7) / (1 + 1 / log2 3): the second right tool stands sixth instead of second.
        self.assertEqual(figures("acdefb", "ab"), [1.0, 0.5, 0.8316])

    def test_one_is_enough_where_the_set_says_so(self):
        self.assertEqual(figures("cdab", "ab", any_is_enough=True), [0.0, 1.0, 0.5])

    def test_a_tool_behind_the_tenth_place_gains_nothing(self):
        self.assertEqual(figures("bcdefghijkla", "a"), [0.0, 0.0, 0.0])


class Bm25Test(unittest.TestCase):
    def test_the_share_counts_what_no_document_has(self):
        issues = Tool("1", "list_issues", "hub", "Lists open issues", ())
        weather = Tool("2", "weather", "sky", "A forecast", ())
        lexical = Bm25([document_of(issues), document_of(weather)])
        queries = ("issues", "issues погода", "погода")
        known, half, foreign = lexical.shares([terms_of(text) for text in queries])
        self.assertGreater(known[0], known[1])
        self.assertLess(half[0], known[0])
        self.assertEqual(foreign.tolist(), [0, 0])

    def test_parts_han_into_pairs_and_stems_english(self):
        self.assertEqual(terms_of("queries 天气预报"), ["query", "天气", "气预", "预报"])


if __name__ == "__main__":
    unittest.main()
