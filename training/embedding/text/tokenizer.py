"""A SentencePiece unigram tokenizer over a given list of pieces.

Ids: 0 = begin, 1 = padding, 2 = end, 3 = unknown, then the pieces in their order (the order of XLM-R's special ids).
"""
import json

import sentencepiece
from sentencepiece import sentencepiece_model_pb2 as protocol

from text.normalise import normalise

BEGIN, PADDING, END, UNKNOWN = 0, 1, 2, 3
FIRST_PIECE = 4

# Kinds of pieces and the unigram model type, in SentencePiece's protocol.
_NORMAL, _UNKNOWN_KIND, _CONTROL, _UNIGRAM = 1, 2, 3, 1


class Tokenizer:
    """`pieces`: texts with SentencePiece's mark of a word's beginning; `scores`: their log-probabilities in nats."""

    def __init__(self, pieces, scores):
        self.pieces = list(pieces)
        self.scores = [float(score) for score in scores]
        self._processor = sentencepiece.SentencePieceProcessor()
        self._processor.LoadFromSerializedProto(_protocol(self.pieces, self.scores))

    def __len__(self):
        """Number of ids, the four special ones included."""
        return len(self.pieces) + FIRST_PIECE

    def pieces_of(self, texts):
        """Ids of each text without begin and end. `texts`: list of strings -> list of lists of ids."""
        return self._processor.encode([normalise(text) for text in texts])

    def encode(self, texts, limit, prefix=()):
        """Begin, `prefix`, ids of the text, end: at most `limit` ids in all."""
        room = limit - 2 - len(prefix)
        return [[BEGIN, *prefix, *ids[:room], END] for ids in self.pieces_of(texts)]

    def save(self, path):
        content = {"pieces": self.pieces, "scores": [round(score, 4) for score in self.scores]}
        with open(path, "w", encoding="utf8") as file:
            json.dump(content, file, ensure_ascii=False)

    @classmethod
    def load(cls, path):
        with open(path, encoding="utf8") as file:
            content = json.load(file)
        return cls(content["pieces"], content["scores"])


def _protocol(pieces, scores):
    """The serialised SentencePiece model: no normalisation of its own, blanks become the mark of a word's beginning."""
    model = protocol.ModelProto()

    def add(text, score, kind):
        piece = model.pieces.add()
        piece.piece, piece.score, piece.type = text, score, kind

    for special in ("<s>", "<pad>", "</s>"):
        add(special, 0, _CONTROL)
    add("<unk>", 0, _UNKNOWN_KIND)
    for text, score in zip(pieces, scores):
        add(text, score, _NORMAL)
    trainer = model.trainer_spec
    trainer.model_type = _UNIGRAM
    trainer.vocab_size = len(model.pieces)
    trainer.bos_id, trainer.pad_id, trainer.eos_id, trainer.unk_id = BEGIN, PADDING, END, UNKNOWN
    normalizer = model.normalizer_spec
    normalizer.name = "identity"
    normalizer.add_dummy_prefix = False
    normalizer.remove_extra_whitespaces = False
    normalizer.escape_whitespaces = True
    return model.SerializeToString()
