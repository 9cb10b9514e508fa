"""Changes of records: the only writer, the history it keeps, the names of the authors."""
