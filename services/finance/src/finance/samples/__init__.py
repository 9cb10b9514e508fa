"""Samples: lines and texts to begin from."""
