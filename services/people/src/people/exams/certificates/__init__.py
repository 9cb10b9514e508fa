"""Certificates of the boards: who keeps them, and who collected them when."""
