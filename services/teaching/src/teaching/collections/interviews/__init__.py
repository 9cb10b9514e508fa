"""Interviews of collection reports: their bookings and their interviewers."""
