"""Checks of tutors, staff and invigilators before they work with children, each with its date (KCSIE, the single
central record)."""
