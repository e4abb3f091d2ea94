"""The tokenizer of the training against the fixture that the TypeScript one is tested with."""
import json
import unittest
from pathlib import Path

from shipping.static_model import read_static_model
from text.normalise import normalise, split_identifier, tool_text
from text.tokenizer import BEGIN, END, Tokenizer

REPOSITORY = Path(__file__).parents[2]
# Thirteen ways to spell it are equally likely; SentencePiece and the TypeScript code pick different ones.
TIE = "a" * 50


class TokenizerTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        pieces, scores, _ = read_static_model(REPOSITORY / "models/static-45k-256.bin")
        cls.tokenizer = Tokenizer(pieces, scores)

    def test_gives_the_ids_of_the_typescript_tokenizer(self):
        fixture = REPOSITORY / "src/engine/dense/__fixtures__/token-ids.json"
        lines = [line for line in json.loads(fixture.read_text("utf8")) if line["text"] != TIE]
        self.assertGreater(len(lines), 40)
        for line in lines:
            with self.subTest(line["text"]):
                self.assertEqual(self.tokenizer.pieces_of([line["text"]]), [line["ids"]])

    def test_puts_begin_prefix_and_end_around_as_many_ids_as_fit(self):
        (ids,) = self.tokenizer.encode(["list my open pull requests"], 6, prefix=[27, 1063])
        (all_ids,) = self.tokenizer.pieces_of(["list my open pull requests"])
        self.assertEqual(ids, [BEGIN, 27, 1063, *all_ids[:2], END])


class NormaliseTest(unittest.TestCase):
    def test_parts_identifiers(self):
        self.assertEqual(split_identifier("getUserByID_v2.list-all"), "get User By ID v2 list all")

    def test_marks_words_but_not_runs_of_a_script_without_blanks(self):
        self.assertEqual(normalise("Read-only FILE（天气）ok"), " read only file天气 ok")

    def test_keeps_marks_that_follow_a_letter_and_drops_others(self):
        self.assertEqual(normalise("कि \u0301x"), " कि x")

    def test_builds_the_text_of_a_tool_from_name_server_and_description(self):
        self.assertEqual(tool_text("listIssues", "git-hub", "Lists issues."), "list Issues . git hub . Lists issues.")
        self.assertEqual(len(tool_text("a", "b", "c" * 1000)), 400)


if __name__ == "__main__":
    unittest.main()
