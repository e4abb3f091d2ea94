"""Text in, token ids out, by the rules of `src/engine/dense`; test_tokenizer.py holds both to one fixture."""
