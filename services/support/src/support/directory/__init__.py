"""Read models of users, persons and members of courses, fed by events of other services."""
