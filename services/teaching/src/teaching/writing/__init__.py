"""Checks on texts that tutors write, for every kind of record that has some."""
