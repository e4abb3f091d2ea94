"""Gather short texts of user interfaces with their translations, for refine_table.py.

    pip download --no-deps homeassistant home-assistant-frontend apache-superset django -d wheels
    parallel_texts.py wheels work/parallel.jsonl

Writes {"en", "lang", "text"} a line: of each English text its Russian and Chinese and two further languages, as far as
there are any. Home Assistant and Superset are under Apache-2.0, Django is under BSD-3-Clause.
"""
import argparse
import glob
import json
import os
import random
import re
import zipfile
from collections import Counter, defaultdict

MOST = 13_000  # English texts
FURTHER = 2  # languages beside Russian and Chinese
MAIN = ("ru", "zh")
# Language -> how the JSON files of Home Assistant, and the folders of Superset and Django, call it.
LANGUAGES = {code: (code, code) for code in "ru es de fr ja ko it pl nl tr uk ar hi vi id".split()}
LANGUAGES |= {"zh": ("zh-Hans", "zh_Hans"), "pt": ("pt-BR", "pt_BR")}

_PLACEHOLDER = re.compile(r"\{|\}|\[%|<|>|http|%\(|%s|\\n|\n|\*\*|`")
_MESSAGE = re.compile(r'^msgid ((?:".*"\n?)+)^msgstr ((?:".*"\n?)+)', re.M)
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_COMPONENT = re.compile(r"homeassistant/components/\w+/translations/en\.json")
_FRONTEND = r"hass_frontend/static/translations/(?:\w+/)*{}-[0-9a-f]{{20,}}\.json"
_CATALOGUE = r"(?:superset/translations|django/(?:\w+/)*locale)/{}/LC_MESSAGES/(?:messages|django)\.po"


def leaves(value, path=""):
    """Paths and strings of a nested object."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for key, child in value.items():
            yield from leaves(child, f"{path}/{key}")


def components(wheel, names):
    """Home Assistant: a file for each component and language."""
    for name in filter(_COMPONENT.fullmatch, names):
        english = dict(leaves(json.loads(wheel.read(name))))
        for lang, (code, _) in LANGUAGES.items():
            other = name.replace("/en.json", f"/{code}.json")
            if other in names:
                for path, text in leaves(json.loads(wheel.read(other))):
                    yield english.get(path, ""), lang, text


def frontend(wheel, names):
    """Its web pages: files that differ in a hash, in folders by part."""

    def texts(code):
        pattern = re.compile(_FRONTEND.format(re.escape(code)))
        return {
            (os.path.dirname(name), path): text
            for name in filter(pattern.fullmatch, names)
            for path, text in leaves(json.loads(wheel.read(name)))
        }

    english = texts("en")
    for lang, (code, _) in LANGUAGES.items():
        for path, text in texts(code).items():
            yield english.get(path, ""), lang, text


def catalogues(wheel, names):
    """Superset and Django: gettext, without what translators marked as doubtful."""
    for lang, codes in LANGUAGES.items():
        for code in {lang, codes[1]}:
            for name in filter(re.compile(_CATALOGUE.format(code)).fullmatch, names):
                for block in wheel.read(name).decode().split("\n\n"):
                    found = None if "fuzzy" in block else _MESSAGE.search(block)
                    if found:
                        english, text = ("".join(map(json.loads, _STRING.findall(part))) for part in found.groups())
                        yield english, lang, text


def is_usable(english, text):
    if _PLACEHOLDER.search(english) or _PLACEHOLDER.search(text) or english == text:
        return False
    return 12 <= len(english) <= 160 and 4 <= len(text) < 200


def choose(translations, rng):
    """English texts that begin differently and have a Russian or Chinese one. -> (English, language, text)"""
    texts = [text for text in translations if any(lang in translations[text] for lang in MAIN)]
    rng.shuffle(texts)
    by_start = {" ".join(re.findall(r"\w+", text.lower())[:6]): text for text in reversed(texts)}
    for english in list(by_start.values())[:MOST]:
        found = translations[english]
        others = sorted(set(found) - set(MAIN))
        for lang in [*(lang for lang in MAIN if lang in found), *rng.sample(others, min(FURTHER, len(others)))]:
            yield english, lang, found[lang]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("wheels", help="folder with the four wheels")
    parser.add_argument("out", help=".jsonl file to write")
    options = parser.parse_args()
    translations = defaultdict(dict)
    for path in sorted(glob.glob(os.path.join(options.wheels, "*.whl"))):
        with zipfile.ZipFile(path) as wheel:
            names = dict.fromkeys(wheel.namelist())
            for read in (components, frontend, catalogues):
                for english, lang, text in read(wheel, names):
                    if is_usable(english, text):
                        translations[english][lang] = text
    counts = Counter()
    with open(options.out, "w", encoding="utf8") as file:
        for english, lang, text in choose(translations, random.Random(0)):
            file.write(json.dumps({"en": english, "lang": lang, "text": text}, ensure_ascii=False) + "\n")
            counts[lang] += 1
    print(f"{options.out}: {sum(counts.values())} translations", dict(counts))


if __name__ == "__main__":
    main()
