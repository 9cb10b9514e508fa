"""Homework: set by tutors, handed in by students, marked (`teaching.md 2` to `8`)."""
