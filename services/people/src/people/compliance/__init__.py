"""Compliance: missing data of records, and children with the checks of those who work with them."""
