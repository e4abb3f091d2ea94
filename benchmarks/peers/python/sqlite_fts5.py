"""SQLite's full-text search as it comes: the class of search that several gateways build on. No product, a measure."""

import re
import sqlite3

DISTRIBUTION = None


def build(tools):
    database = sqlite3.connect(":memory:")
    database.execute("create virtual table tools using fts5(id unindexed, name, description, tokenize='porter')")
    database.executemany(
        "insert into tools values (?, ?, ?)", [(tool["id"], tool["id"], tool["description"]) for tool in tools]
    )

    def search(query):
        words = [f'"{word}"' for word in re.findall(r"\w+", query)]
        if not words:
            return []
        rows = database.execute(
            "select id from tools where tools match ? order by rank limit 10", (" OR ".join(words),)
        )
        return [row[0] for row in rows]

    return search
