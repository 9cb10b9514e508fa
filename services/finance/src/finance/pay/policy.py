"""Rights on the accounts that are paid to."""

from kit.policy import has_role

keeps_bank_accounts = has_role("accounting")
