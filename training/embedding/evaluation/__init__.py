"""Lexical baseline, measures, and the one interface behind which all kinds of models are measured."""
