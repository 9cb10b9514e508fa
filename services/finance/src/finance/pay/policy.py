"""Rights on the bank accounts of the organisations."""

from kit.policy import has_role

keeps_bank_accounts = has_role("accounting")
