"""Shared tables: saved views of any list, shared with others; and the initial layouts of roles."""
