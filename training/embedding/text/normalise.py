"""What a text looks like before it is tokenised.

Identifiers are parted, NFKC, lower case, punctuation dropped. A word is a letter or digit and the letters, digits and
combining marks behind it; it gets a leading blank, which SentencePiece turns into its mark of a word's beginning. A run
of a script without blanks (Han, kana, Thai) is one word and gets none. `src/engine/dense/words.ts` does the same.
"""
import re
import unicodedata
from functools import lru_cache

# Han, kana, Thai, and the radicals and compatibility forms of Han.
UNSPACED = "\u2e80-\u2fff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\u0e00-\u0e7f"
_UNSPACED_CHARACTER = re.compile(f"[{UNSPACED}]")

# Limits of the texts that are embedded, in code points; `src/retrieval/embedding-text.ts` has the same.
TOOL_LENGTH = 400
SERVER_LENGTH = 60
REQUEST_LENGTH = 600


def split_identifier(name: str) -> str:
    """`getUserById`, `get_user-by.id` -> words with blanks between them. Case stays."""
    name = re.sub(r"([a-z0-9])([A-Z])", r"\1 \2", name)
    name = re.sub(r"([A-Z]+)([A-Z][a-z])", r"\1 \2", name)
    return re.sub(r"[_\-./:]+", " ", name).strip()


def normalise(text: str) -> str:
    """The words of a text, each with its leading blank unless its script has no blanks."""
    lower = unicodedata.normalize("NFKC", split_identifier(text)).lower()
    out = []
    previous = "other"
    for character in lower:
        kind = _kind(character)
        if kind == "mark" and previous != "letter":
            kind = "other"  # a mark without a letter before it begins no word
        if kind == "unspaced":
            out.append(character)
        elif kind == "letter" or kind == "mark":
            out.append(character if previous == "letter" else " " + character)
        previous = "letter" if kind == "mark" else kind
    return "".join(out)


@lru_cache(maxsize=None)
def _kind(character: str) -> str:
    if _UNSPACED_CHARACTER.match(character):
        return "unspaced"
    category = unicodedata.category(character)[0]
    return {"L": "letter", "N": "letter", "M": "mark"}.get(category, "other")


def tool_text(name: str, server: str, description: str) -> str:
    """Text of a tool as the models see it: name, server, description. Not yet normalised."""
    server = split_identifier(server)[-SERVER_LENGTH:]
    return f"{split_identifier(name)} . {server} . {description}"[:TOOL_LENGTH]
