"""Rights on mails and templates: who sends and who keeps them (`money.md 6` names no role; docs/decisions.md)."""

from __future__ import annotations

from kit.policy import has_role, staff
from kit.sql import Scope

sends = staff
keeps = has_role("academicOffice", "accounting")
everything = Scope(everything=staff)
