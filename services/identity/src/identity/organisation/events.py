"""Events that identity publishes about organisations and departments."""

from __future__ import annotations

from typing import Any

from kit.events import Event
from kit.policy import Row
from staffroom.identity.events.v1 import events_pb2

organisation_changed = Event("identity.organisation.changed", events_pb2.OrganisationChanged)
department_changed = Event("identity.department.changed", events_pb2.DepartmentChanged)


def organisation_payload(row: Row) -> dict[str, Any]:
    return {name: row[name] for name in ("id", "title", "currency", "deleted", "archived")}


def department_payload(row: Row) -> dict[str, Any]:
    return {
        "id": row["id"],
        "title": row["title"],
        "color": row["color"],
        "currency": row["currency"],
        "organisationId": row["organisation_id"],
        "deleted": row["deleted"],
        "archived": row["archived"],
    }
