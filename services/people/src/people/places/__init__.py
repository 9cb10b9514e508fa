"""Locations, and the addresses of persons."""
