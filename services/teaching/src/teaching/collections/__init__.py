"""Collection reports: an interview of a student on a course in a term, written by those who held it."""
