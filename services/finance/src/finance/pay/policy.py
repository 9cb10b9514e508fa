"""Who keeps the accounts that are paid to."""

from kit.policy import has_role, staff
from kit.sql import Scope

keeps_bank_accounts = has_role("accounting")
everyone = Scope(everything=staff)
