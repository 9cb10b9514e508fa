"""Candidates in a series: their numbers, names and identity, as registered with the boards."""
