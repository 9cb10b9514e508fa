"""Checks of user accounts."""

from __future__ import annotations

from identity.roles.rules import PERSON_KINDS
from kit.errors import Conflict
from kit.policy import SYS_ADMIN, Row
from kit.records import Change

NOT_YOURSELF = "You cannot take this away from yourself"


def name_from_person(row: Row) -> str | None:
    """Refuse a new name if the user is a person: the person's event sets the name (`users/events.py`)."""
    kinds = [kind for kind in PERSON_KINDS if row[f"{kind}_id"] is not None]
    return f"The name is stored in the {kinds[0]} record of this user" if kinds else None


def refuse_self_lockout(change: Change) -> None:
    """Refuse to deactivate oneself or to give up one's own sysAdmin role: perhaps nobody else could undo it."""
    if change.row["id"] not in {change.actor.user_id, change.actor.acting_user_id}:
        return
    gives_up = change.field.name == "roleIds" and SYS_ADMIN in change.old and SYS_ADMIN not in change.new
    if gives_up or change.field.name == "status":
        raise Conflict(NOT_YOURSELF, code="yourself")
