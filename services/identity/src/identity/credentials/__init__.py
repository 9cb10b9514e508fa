"""Passwords, the Keycloak realm that may store them, and the end of sessions when rights are withdrawn."""
