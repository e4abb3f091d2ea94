"""Reading of the uniform format: a folder with tools.jsonl(.gz), queries.jsonl and qrels.tsv."""
import gzip
import json
import os
import re
from collections import defaultdict
from dataclasses import dataclass

from text.normalise import REQUEST_LENGTH, tool_text


@dataclass(frozen=True)
class Tool:
    id: str
    name: str
    server: str
    """Empty where the set does not say."""
    description: str
    """On one line."""
    parameters: tuple
    """Pairs of name and description."""

    @property
    def text(self):
        """What the models embed."""
        return tool_text(self.name, self.server, self.description)


@dataclass(frozen=True)
class Query:
    id: str
    text: str
    lang: str
    kind: str
    """"person", "agent", …; empty where the set does not say."""
    any_is_enough: bool
    """One relevant tool among the first ones counts as all of them."""
    relevant: dict
    """Tool id -> grade, 1 or more."""

    @property
    def start(self):
        """What the models embed."""
        return self.text[:REQUEST_LENGTH]


def read_jsonl(path):
    with gzip.open(path, "rt", encoding="utf8") if path.endswith(".gz") else open(path, encoding="utf8") as file:
        return [json.loads(line) for line in file if line.strip()]


def tools_file(folder):
    """Path of the folder's tools, or None where it names tools of a catalogue."""
    paths = (os.path.join(folder, name) for name in ("tools.jsonl", "tools.jsonl.gz"))
    return next((path for path in paths if os.path.exists(path)), None)


def load_tools(path):
    """Tools of a file, or of a folder that holds one."""
    if os.path.isdir(path):
        folder, path = path, tools_file(path)
        if path is None:
            raise FileNotFoundError(f"{folder} has no tools.jsonl and no tools.jsonl.gz")
    return [_tool(line) for line in read_jsonl(path)]


def load_queries(folder):
    """Queries that have a relevant tool; the others ask for refusal and teach an embedding nothing."""
    relevant = defaultdict(dict)
    with open(os.path.join(folder, "qrels.tsv"), encoding="utf8") as file:
        for line in file:
            query, tool, *grade = line.rstrip("\n").split("\t")
            relevant[query][tool] = int(grade[0]) if grade else 1
    lines = read_jsonl(os.path.join(folder, "queries.jsonl"))
    return [_query(line, relevant[line["id"]]) for line in lines if line["id"] in relevant]


def set_name(folder):
    """The last part of a folder's path: names the set in tables and options."""
    return os.path.basename(os.path.normpath(folder))


def _tool(line):
    schema = line.get("parameters")
    properties = schema.get("properties") if isinstance(schema, dict) else None
    parameters = [
        (name, str(value.get("description") or "") if isinstance(value, dict) else "")
        for name, value in (properties.items() if isinstance(properties, dict) else ())
    ]
    description = re.sub(r"\s+", " ", line.get("description") or "").strip()
    return Tool(line["id"], line["name"], line.get("server") or "", description, tuple(parameters))


def _query(line, relevant):
    any_is_enough = line.get("match") == "any"
    return Query(line["id"], line["text"], line.get("lang", "en"), line.get("kind", ""), any_is_enough, relevant)
