"""Marks of the components of an entry: those of coursework before the results, all of them with the results."""
