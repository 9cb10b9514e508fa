"""Rights to read and edit the chart of accounts (`money.md 2`, `6`)."""

from __future__ import annotations

from kit.policy import has_role

keeps_accounts = has_role("accounting")
