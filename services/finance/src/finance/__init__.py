"""Invoices, payments, accounts: money (`money.md`)."""
