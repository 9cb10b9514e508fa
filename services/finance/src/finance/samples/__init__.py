"""Samples: lines and texts to start from."""
