"""Recurring tasks: tickets that are raised from a template on days of a rule (RFC 5545)."""
