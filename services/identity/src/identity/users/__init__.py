"""The user accounts."""
