"""Annotations of files: marks that people draw on pages, one layer per person."""
