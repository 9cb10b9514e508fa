"""Rights to send mails and to edit templates (`money.md 6` names no role; docs/decisions.md)."""

from __future__ import annotations

from kit.policy import Actor, Row, Scope, has_role, reading, staff

sends = staff
keeps = has_role("academicOffice", "accounting")
everything = Scope(everything=staff)


@reading("created_by_id")
def not_ones_own(row: Row, actor: Actor) -> str | None:
    """Return why somebody cannot pause or cancel a sending: another person sent it, and they are not of the offices."""
    if row["created_by_id"] == actor.user_id or keeps(actor, row):
        return None
    return "Only who sent it, the academic office and accounting do this"
