"""Payouts: expense claims, bills, tutor payments, recharges (`docs/finance.md`, Payouts)."""
