"""Keep the 45,000 pieces that matter: lower case, no punctuation, by count in your texts and by the model's own prior.

    prune_vocabulary.py work/full work/pruned --texts texts.txt requests/queries.jsonl catalog/tools.jsonl.gz

Each of FILE: .txt (one text a line), .jsonl or .jsonl.gz (queries with a text, or tools).
"""
import argparse
import math
from collections import Counter, defaultdict

from data.sets import load_tools, read_jsonl
from encoder.folder import load_encoder, save_encoder
from text.lower_case import lower_case_pieces
from text.scripts import WORD_MARK, script_of_piece
from text.tokenizer import FIRST_PIECE, UNKNOWN, Tokenizer

# Share of the pieces by script.
QUOTAS = {
    "latin": 0.54,
    "cyrillic": 0.16,
    "han": 0.14,
    "hangul": 0.035,
    "kana": 0.03,
    "indic": 0.03,
    "arabic": 0.025,
    "other": 0.02,
    "thai": 0.01,
    "digit": 0.01,
}
# A piece's rank: log(1 + count) + PRIOR · (score + 16). The prior decides about pieces that the texts do not have.
PRIOR, PRIOR_OFFSET = 0.35, 16
LARGEST_FILE = 3e6  # pieces; the counts of a larger file are scaled down to it
SHORT = 2  # characters: such a piece is kept before others if the texts have it at all, since words are spelt with it
LONGEST_TEXT = 300  # ids
CHECKED = 2000  # texts of a file


def read_texts(path):
    if ".jsonl" not in path:
        with open(path, encoding="utf8") as file:
            return [line.rstrip("\n") for line in file]
    lines = read_jsonl(path)
    if lines and "text" in lines[0]:
        return [line["text"] for line in lines]
    return [tool.text for tool in load_tools(path)]


def count_pieces(tokenizer, files):
    """`files`: path -> texts. -> index of a piece -> count over all files, large files scaled down"""
    total = Counter()
    for path, texts in files.items():
        counts = Counter(id for ids in tokenizer.encode(texts, LONGEST_TEXT) for id in ids)
        scale = min(1.0, LARGEST_FILE / counts.total())
        for id, count in counts.items():
            total[id - FIRST_PIECE] += count * scale
        print(f"{path}: {len(texts)} texts, {counts.total()} pieces")
    return total


def choose(pieces, scores, counts, size):
    """The pieces to keep: the best of each script's quota, in their old order."""
    groups = defaultdict(list)
    for i, (piece, score) in enumerate(zip(pieces, scores)):
        rank = math.log(1 + counts[i]) + PRIOR * (score + PRIOR_OFFSET)
        spelling = len(piece) <= SHORT and counts[i] > 0
        groups[script_of_piece(piece)].append((not spelling, -rank, piece))
    keep = {WORD_MARK}
    for script, share in QUOTAS.items():
        best = sorted(groups[script])[: int(share * size)]
        keep.update(piece for _, _, piece in best)
        print(f"{script}: {len(best)} of {len(groups[script])}")
    return [piece for piece in pieces if piece in keep]


def report(files, full, small):
    for path, texts in files.items():
        before, after = (tokenizer.encode(texts[:CHECKED], LONGEST_TEXT) for tokenizer in (full, small))
        lengths = [sum(map(len, ids)) for ids in (before, after)]
        unknown = sum(ids.count(UNKNOWN) for ids in after) / lengths[1]
        count = len(before)
        print(f"{path}: {lengths[0] / count:.2f} ids a text, now {lengths[1] / count:.2f}; unknown {unknown:.4f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", help="encoder folder with the full vocabulary")
    parser.add_argument("out", help="encoder folder to write")
    parser.add_argument("--texts", nargs="+", required=True, metavar="FILE", help="texts that pieces are counted in")
    parser.add_argument("--size", type=int, default=45000, help="pieces to keep")
    options = parser.parse_args()
    model, tokenizer, _ = load_encoder(options.model)
    lower = lower_case_pieces(tokenizer.pieces, tokenizer.scores)
    full = Tokenizer(lower, [entry.score for entry in lower.values()])
    files = {path: read_texts(path) for path in options.texts}
    kept = choose(full.pieces, full.scores, count_pieces(full, files), options.size)
    small = Tokenizer(kept, [lower[piece].score for piece in kept])
    model.keep_words([*range(FIRST_PIECE), *(FIRST_PIECE + lower[piece].row for piece in kept)])
    query, passage = small.pieces_of(["query", "passage"])
    save_encoder(options.out, model, small, prefix={"query": query, "passage": passage})
    report(files, full, small)


if __name__ == "__main__":
    main()
