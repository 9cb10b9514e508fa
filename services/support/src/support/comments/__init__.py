"""Comments on any record, with their edit history and mentions."""
