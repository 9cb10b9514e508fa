"""Closed periods: the lock date of each organisation."""
