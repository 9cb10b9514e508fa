"""Recurring tasks: tickets raised from a template on the days of a rule (RFC 5545)."""
