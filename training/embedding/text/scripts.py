"""Which writing a piece or a text is in: quotas of the vocabulary and centring of vectors go by it."""
import re

_BLOCKS = (
    ("cyrillic", 0x0400, 0x052F),
    ("arabic", 0x0600, 0x06FF),
    ("indic", 0x0900, 0x0DFF),
    ("thai", 0x0E00, 0x0E7F),
    ("kana", 0x3040, 0x30FF),
    ("han", 0x3400, 0x9FFF),
    ("hangul", 0xAC00, 0xD7AF),
)
WORD_MARK = "\u2581"


def script_of_piece(piece: str) -> str:
    """The script of the first character that has one; "digit", "latin", "other" letters, else "symbol"."""
    for character in piece.replace(WORD_MARK, ""):
        code = ord(character)
        for name, first, last in _BLOCKS:
            if first <= code <= last:
                return name
        if character.isdigit():
            return "digit"
        if character.isalpha():
            return "latin" if code < 0x250 or 0x1E00 <= code < 0x1F00 else "other"
    return "symbol"


# Letters of a script, and how much one of them weighs: a Han character says as much as three Latin letters.
_MAIN_SCRIPTS = {
    "latin": (re.compile(r"[a-zA-Z\u00c0-\u024f]"), 1),
    "cyrillic": (re.compile(r"[\u0400-\u052f]"), 1),
    "han": (re.compile(r"[\u3400-\u9fff]"), 3),
    "other": (re.compile(r"[\u0590-\u1cff\u3040-\u30ff\uac00-\ud7af]"), 2),
}


def main_script(text: str) -> str:
    """"latin", "cyrillic", "han" or "other": what most of the first 200 characters are in."""
    start = text[:200]
    return max(_MAIN_SCRIPTS, key=lambda name: len(_MAIN_SCRIPTS[name][0].findall(start)) * _MAIN_SCRIPTS[name][1])
