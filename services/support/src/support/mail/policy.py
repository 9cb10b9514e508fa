"""Rights to send mails and to edit templates (`money.md 6` names no role; docs/decisions.md)."""

from __future__ import annotations

from kit.policy import Scope, has_role, staff

sends = staff
keeps = has_role("academicOffice", "accounting")
everything = Scope(everything=staff)
