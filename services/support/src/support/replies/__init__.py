"""Canned answers: texts of the teams, inserted into answers to tickets."""
