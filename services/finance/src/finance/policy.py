"""Access rules that all rooms of finance share."""

from __future__ import annotations

from kit.policy import Scope, has_role, staff

for_staff = Scope(everything=staff)
"""Staff reach every record; nobody else reaches any."""

accounting = has_role("accounting")
"""Right to edit the chart of accounts, samples, bank accounts, letterheads and texts of mails (`money.md 2`, `6`;
decided here where they are silent)."""
