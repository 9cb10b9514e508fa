"""Passwords, the realm that may keep them, and the end of sessions where less is allowed than before."""
