"""Signing in and out, sessions, passwords."""
