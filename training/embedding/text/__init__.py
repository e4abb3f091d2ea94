"""Text in, token ids out: the same rules as `src/engine/dense` in TypeScript, which the fixture of test_tokenizer.py holds."""
