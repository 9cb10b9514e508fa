"""Invoices and credit notes with their items, instalments and payments."""
