"""Requirements: the data, documents, checks, acceptances and forms that a record must have, as rows."""
