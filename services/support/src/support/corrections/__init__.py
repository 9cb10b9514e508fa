"""Corrections of addresses: correcting a person's address clears its bounce."""
