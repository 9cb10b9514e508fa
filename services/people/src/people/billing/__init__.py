"""Invoices as finance publishes them: whether something was billed and paid."""
