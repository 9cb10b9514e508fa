"""Email templates: kept, previewed and sent to people; the log of what went out."""
