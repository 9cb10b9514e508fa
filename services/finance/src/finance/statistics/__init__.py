"""Figures of what was invoiced and what is owed, and the list of what is overdue (`docs/finance.md`, Statistics)."""
