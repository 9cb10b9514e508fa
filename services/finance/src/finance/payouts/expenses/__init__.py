"""Expense claims with their receipts: submit, approve, pay; nobody approves their own."""
