"""Candidates in a series: their numbers, names and identity as the boards know them."""
