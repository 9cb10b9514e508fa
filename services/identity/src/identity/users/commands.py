"""Commands on users besides the change of a field."""

from __future__ import annotations

from typing import Any

from identity.roles.rules import ordered
from identity.users.fields import USER
from kit.database import Tx
from kit.errors import Conflict
from kit.records.pipeline import load, update_in


def change_role(tx: Tx, user_id: int, role_id: str, *, member: bool) -> dict[str, Any]:
    """Add or remove one role: a change of the field `roleIds` with its check and effects. Return `{id, roleIds}`.

    Raises NotFound, Forbidden, and Conflict if the user already has (or does not have) the role.
    """
    current = set(load(tx, USER, tx.actor, user_id)["role_ids"])
    if (role_id in current) is member:
        raise Conflict("This user already holds the role" if member else "This user does not hold the role")
    role_ids = ordered(current | {role_id} if member else current - {role_id})
    update_in(tx, USER, "roleIds", user_id, role_ids)
    return {"id": user_id, "roleIds": role_ids}
