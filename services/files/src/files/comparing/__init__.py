"""Comparison of two versions of a library document: the words that differ."""
