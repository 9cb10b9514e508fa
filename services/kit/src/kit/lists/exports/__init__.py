"""Rows and figures of a list as a file: spreadsheet, PDF, or a bundle of the documents of its records."""
