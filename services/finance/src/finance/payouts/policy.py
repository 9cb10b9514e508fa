"""Rights on payouts. Roles accounting and finance keep claims and bills; role finance alone keeps tutors' pay and
recharges (`money.md 2`)."""

from __future__ import annotations

from kit.policy import Actor, Row, has_role

pays = has_role("accounting", "finance")
finance = has_role("finance")


def is_own(actor: Actor, row: Row, column: str) -> bool:
    """True if `column` of the row names the actor, or the administrator who acts as them."""
    return bool(row[column]) and row[column] in {actor.user_id, actor.acting_user_id}
