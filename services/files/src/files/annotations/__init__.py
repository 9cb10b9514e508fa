"""Annotations of files: marks that people draw on pages, a layer a person."""
