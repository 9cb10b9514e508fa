"""Figures of invoiced and owed amounts, and the list of overdue invoices (`docs/finance.md`, Statistics)."""
