"""Rules of a user that its fields cannot state on their own."""

from __future__ import annotations

from typing import Any

from identity.roles.rules import ordered
from identity.users.fields import USER
from kit.database import Tx
from kit.errors import Conflict, Forbidden
from kit.records import Change
from kit.records.pipeline import NOT_ALLOWED, load, write


def change_role(tx: Tx, user_id: int, role_id: str, *, member: bool) -> dict[str, Any]:
    """Give or take one role: the field `roleIds`, with everything that follows it. Answers `{id, roleIds}`.

    Raises NotFound, Forbidden, and Conflict where the user has (or has not) the role already.
    """
    row = load(tx, USER, tx.actor, user_id)
    field = USER.fields["roleIds"]
    if not USER.rule(field)(tx.actor, row):
        raise Forbidden(NOT_ALLOWED)
    held = set(row["role_ids"])
    if (role_id in held) is member:
        raise Conflict("This user holds the role already" if member else "This user does not hold the role")
    wanted = ordered(held | {role_id} if member else held - {role_id})
    change = Change(actor=tx.actor, field=field, row=row, old=row["role_ids"], new=wanted)
    assert field.check is not None and field.after is not None
    field.check(change)
    write(tx, USER, change)
    field.after(tx, change)
    return {"id": user_id, "roleIds": wanted}
