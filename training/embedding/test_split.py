"""The split must be the same on every machine and for every catalogue: figures over it would not compare otherwise."""
import json
import os
import subprocess
import sys
import tempfile
import unittest
from types import SimpleNamespace

from data.hidden import hidden_keys, hidden_texts, tool_key
from data.sets import load_queries, load_tools
from split import held_out_requests, is_held_out

# Of "server-0" to "server-59", those whose CRC-32 divides by ten.
PINNED = [4, 13, 24, 25, 45, 51]
HELD, KEPT = "server-4", "server-0"


class SplitTest(unittest.TestCase):
    def test_goes_by_the_name_of_the_server_alone(self):
        held = [number for number in range(60) if is_held_out(f"server-{number}")]
        self.assertEqual(held, PINNED)

    def test_takes_requests_with_a_held_out_tool_among_the_right_ones(self):
        queries = [{"id": "1"}, {"id": "2"}, {"id": "3"}]
        rows = [["1", "a", "1"], ["2", "b", "1"], ["3", "a", "1"], ["3", "b", "2"]]
        some, relevant = held_out_requests(queries, rows, {"b"})
        self.assertEqual([query["id"] for query in some], ["2", "3"])
        self.assertEqual(relevant, rows[1:])

    def test_writes_the_same_bytes_each_time_and_training_then_sees_nothing_of_it(self):
        tools = [
            {"id": "h/ask", "name": "ask", "description": "Asks a question.", "server": HELD},
            {"id": "k/ask", "name": "Ask", "description": "Asks a  question.", "server": KEPT},
            {"id": "k/tell", "name": "tell", "description": "Tells a story.", "server": KEPT},
        ]
        texts = {"1": "вопрос", "2": "a copy of it", "3": "a story"}
        queries = [{"id": id, "text": text} for id, text in texts.items()]
        with tempfile.TemporaryDirectory() as folder:
            catalog = os.path.join(folder, "tools.jsonl")
            write_lines(catalog, tools)
            write_lines(os.path.join(folder, "queries.jsonl"), queries)
            with open(os.path.join(folder, "qrels.tsv"), "w", encoding="utf8") as file:
                file.write("1\th/ask\t1\n2\tk/ask\t1\n3\tk/tell\t1\n")
            outs = [os.path.join(folder, name) for name in ("one", "two")]
            for out in outs:
                run_split(catalog, folder, out)
            self.assertEqual(*(read_all(out) for out in outs))
            self.assertEqual([tool.id for tool in load_tools(outs[0])], ["h/ask"])
            self.assertEqual([query.text for query in load_queries(outs[0])], ["вопрос"])

            options = SimpleNamespace(exclude=[], hide=[outs[0]], requests=[folder], set=[])
            by_id = {tool.id: tool for tool in load_tools(catalog)}
            self.assertEqual(hidden_keys(options, by_id), {tool_key(by_id["h/ask"])})
            # The copy on another server is hidden as well.
            hidden = {by_id["h/ask"].text, by_id["k/ask"].text, "вопрос", "a copy of it"}
            self.assertEqual(hidden_texts(options, by_id), hidden)


def write_lines(path, lines):
    with open(path, "w", encoding="utf8") as file:
        file.writelines(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def run_split(*arguments):
    script = os.path.join(os.path.dirname(__file__), "split.py")
    subprocess.run([sys.executable, script, *arguments], check=True, stdout=subprocess.DEVNULL)


def read_all(folder):
    contents = {}
    for name in os.listdir(folder):
        with open(os.path.join(folder, name), "rb") as file:
            contents[name] = file.read()
    return contents


if __name__ == "__main__":
    unittest.main()
