"""Users and the members of courses: copies fed by identity and people."""
