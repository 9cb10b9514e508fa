"""Mechanisms of a Staffroom service: declarations, and the machinery that serves them. No domain word belongs here."""
