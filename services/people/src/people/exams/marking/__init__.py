"""Marks of trial exams: the tutors who mark the entries, and the results that candidates and reports get."""
