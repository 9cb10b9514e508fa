"""Access rules that all rooms of finance share."""

from __future__ import annotations

from kit.policy import Scope, staff

for_staff = Scope(everything=staff)
"""Staff reach every record; nobody else reaches any."""
