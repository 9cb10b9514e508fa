"""Requirements as rows: the data, documents, checks, acceptances and forms that a record must have."""
