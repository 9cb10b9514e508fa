"""Requests to fill in a form, and their reminders."""
