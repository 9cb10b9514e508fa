"""Changes of records: the one writer, the history it keeps, the names of who changed something."""
