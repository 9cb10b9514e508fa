"""Commands on users besides the change of a field."""

from __future__ import annotations

from typing import Any

from identity.roles.rules import ordered
from identity.users.fields import USER
from kit.database import Tx
from kit.errors import Conflict, Forbidden
from kit.records import Change
from kit.records.pipeline import NOT_ALLOWED, load, write


def change_role(tx: Tx, user_id: int, role_id: str, *, member: bool) -> dict[str, Any]:
    """Add or remove one role: a change of the field `roleIds` with its check and effects. Returns `{id, roleIds}`.

    Raises NotFound, Forbidden, and Conflict where the user has (or has not) the role already.
    """
    row = load(tx, USER, tx.actor, user_id)
    field = USER.fields["roleIds"]
    if not USER.rule(field)(tx.actor, row):
        raise Forbidden(NOT_ALLOWED)
    current = set(row["role_ids"])
    if (role_id in current) is member:
        raise Conflict("This user holds the role already" if member else "This user does not hold the role")
    role_ids = ordered(current | {role_id} if member else current - {role_id})
    change = Change(actor=tx.actor, field=field, row=row, old=row["role_ids"], new=role_ids)
    assert field.check is not None and field.after is not None
    field.check(change)
    write(tx, USER, change)
    field.after(tx, change)
    return {"id": user_id, "roleIds": role_ids}
