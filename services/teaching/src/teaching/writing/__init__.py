"""Checks of texts that tutors write, for every kind of record with such texts."""
