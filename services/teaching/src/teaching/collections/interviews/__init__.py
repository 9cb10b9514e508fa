"""Interviews of collection reports: their booking, and the events of their days."""
