"""Comments on any record, their edit history and the people they mention."""
