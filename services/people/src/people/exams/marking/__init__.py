"""Marks of trial exams: the tutors who mark the entries, and the results for candidates and reports."""
