"""Rules of access that all rooms of finance share."""

from __future__ import annotations

from kit.policy import Scope, staff

for_staff = Scope(everything=staff)
"""Every member of staff reaches every record, and nobody else any."""
