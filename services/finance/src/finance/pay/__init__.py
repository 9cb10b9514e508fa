"""Paying an invoice: its link and passcode, and the account it is paid to (`docs/finance.md`, Payment page)."""
