"""Checklists: templates with ordered steps, and the lists by which a record is worked through."""
