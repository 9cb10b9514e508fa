"""Debts of one organisation to another, by type."""
