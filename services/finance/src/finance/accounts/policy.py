"""Who sees and keeps the chart of accounts (`money.md 2`, `6`)."""

from __future__ import annotations

from kit.policy import has_role, staff
from kit.sql import Scope

everyone = Scope(everything=staff)
"""Every member of staff chooses from the chart."""
keeps_accounts = has_role("accounting")
