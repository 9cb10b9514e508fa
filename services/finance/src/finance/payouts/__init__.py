"""What goes out: expense claims, bills, tutor payments, recharges (`docs/finance.md`, Payouts)."""
