"""Deadlines of boards for each series."""
