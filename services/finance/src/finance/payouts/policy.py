"""Rights on payouts. Accounts keep claims and bills; tutors' pay and recharges are finance's alone (`money.md 2`)."""

from __future__ import annotations

from kit.policy import Actor, Row, has_role

pays = has_role("accounting", "finance")
finance = has_role("finance")


def is_own(actor: Actor, row: Row, column: str) -> bool:
    """Whether the user named in `column` is the actor, or the person who acts as them."""
    return bool(row[column]) and row[column] in {actor.user_id, actor.acting_user_id}
