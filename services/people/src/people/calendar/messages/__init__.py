"""Notices and reminders of booked, moved and cancelled events."""
