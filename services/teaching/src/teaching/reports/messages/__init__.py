"""Notices and reminders of term reports."""
