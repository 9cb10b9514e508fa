"""Reminders of overdue invoices and instalments: the ladder, the log and the stops (docs/finance.md, Reminders)."""
