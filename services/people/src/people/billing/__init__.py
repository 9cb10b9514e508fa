"""Invoices as finance tells of them: the fact that something was billed and paid."""
