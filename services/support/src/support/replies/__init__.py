"""Canned answers: texts of the teams that are inserted into the answer to a ticket."""
