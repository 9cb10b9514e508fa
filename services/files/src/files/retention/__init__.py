"""Retention of documents of the library, and holds that stop their deletion."""
