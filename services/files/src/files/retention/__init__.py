"""Retention of library documents, and holds that prevent their deletion."""
