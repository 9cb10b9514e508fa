"""Entries of candidates for exams."""
