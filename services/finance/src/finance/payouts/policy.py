"""Rights on payouts. Roles accounting and finance keep claims and bills; role finance alone keeps tutors' pay and
recharges (`money.md 2`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kit.policy import Actor, Row, has_role

pays = has_role("accounting", "finance")
finance = has_role("finance")


def entered_by(actor: Actor, _: dict[str, Any]) -> Mapping[str, Any]:
    """Columns of the user who enters a record, as defaults of a new one."""
    return {"entered_by_id": actor.user_id, "entered_by_name": actor.name}


def is_own(actor: Actor, row: Row, column: str) -> bool:
    """True if `column` of the row names the actor, or the administrator who acts as them."""
    return bool(row[column]) and row[column] in {actor.user_id, actor.acting_user_id}
