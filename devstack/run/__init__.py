"""Running of an instance: the supervisor, its fork server, and the commands that start, change and stop it."""
