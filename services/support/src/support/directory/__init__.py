"""Who the users are and who belongs to which course: copies fed by identity and people."""
