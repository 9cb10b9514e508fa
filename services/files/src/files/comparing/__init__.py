"""Comparing of two versions of a document of the library: the words that differ."""
