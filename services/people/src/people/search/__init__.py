"""Ctrl+K: persons of every kind and courses by what somebody typed."""
