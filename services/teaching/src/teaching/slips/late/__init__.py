"""Slips that are still to be written, and the reminders of their writers."""
