"""Who sends, and who keeps the texts and letterheads (`money.md 6`; where it is silent, decided here)."""

from __future__ import annotations

from kit.policy import has_role, staff

sends = staff
"""Any member of staff: the buttons of `money.md 2` name no role."""
keeps_texts = has_role("accounting")
