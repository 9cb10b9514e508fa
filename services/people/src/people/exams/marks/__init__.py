"""Marks of the components of an entry: coursework before the results, all others with them."""
