"""Tantivy through its Python binding, one thread, files mapped into memory. Its ids are numbers within a segment: those
of the catalog where there is one segment."""

import os
import shutil

import tantivy
from common import serve, text_of, tools, words

TAGS = ("tenant", "role", "region")


def make_schema():
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("text", stored=False, tokenizer_name="default")
    builder.add_unsigned_field("id", stored=True, fast=True)
    for tag in TAGS:
        builder.add_unsigned_field(tag, indexed=True, fast=True)
    return builder.build()


class Tantivy:
    def __init__(self):
        self.schema = make_schema()

    def build(self, data, n, folder):
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        index = tantivy.Index(self.schema, path=folder)
        writer = index.writer(heap_size=1_000_000_000, num_threads=1)
        for number, tool in enumerate(tools(data, n)):
            document = tantivy.Document()
            document.add_text("text", " ".join(words(text_of(tool))))
            document.add_unsigned("id", number)
            for tag in TAGS:
                document.add_unsigned(tag, tool[tag])
            writer.add_document(document)
        writer.commit()
        writer.wait_merging_threads()
        index.reload()
        self.searcher = index.searcher()

    def open(self, data, n, folder):
        self.searcher = tantivy.Index(self.schema, path=folder).searcher()

    def term(self, field, value):
        return tantivy.Query.term_query(self.schema, field, value)

    def any_of(self, field, values):
        return tantivy.Query.boolean_query([(tantivy.Occur.Should, self.term(field, value)) for value in values])

    def query(self, i, query, name, wanted, k):
        search = self.any_of("text", query["terms"])
        if wanted is not None:
            one = lambda value: value if isinstance(value, list) else [value]
            filters = [tantivy.Query.const_score_query(self.any_of(tag, one(wanted[tag])), 0.0) for tag in wanted]
            search = tantivy.Query.boolean_query([(tantivy.Occur.Must, part) for part in [search, *filters]])
        return [address.doc for _, address in self.searcher.search(search, limit=k, count=False).hits]


serve(Tantivy())
