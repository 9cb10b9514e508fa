"""The events that identity publishes, and their payloads."""

from __future__ import annotations

from typing import Any

from identity.roles.rules import PERSON_KINDS
from kit.events import Event
from kit.policy import Row
from staffroom.identity.events.v1 import events_pb2 as identity

USER_CHANGED = Event.of(identity.UserChanged)
ORGANISATION_CHANGED = Event.of(identity.OrganisationChanged)
DEPARTMENT_CHANGED = Event.of(identity.DepartmentChanged)


def user_payload(row: Row) -> dict[str, Any]:
    """The user as they now are. The name is put together here: the row may carry the name of before the change."""
    payload = {
        "id": row["id"],
        "username": row["username"],
        "name": f"{row['first_name']} {row['last_name']}".strip(),
        "firstName": row["first_name"],
        "lastName": row["last_name"],
        "email": row["email"],
        "status": row["status"],
        "roleIds": list(row["role_ids"]),
        "primaryDepartmentId": row["primary_department_id"] or 0,
        "organisationId": row["organisation_id"] or 0,
        "deleted": False,
    }
    return payload | {f"{kind}Id": row[f"{kind}_id"] or 0 for kind in PERSON_KINDS}
