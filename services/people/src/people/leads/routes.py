"""Calls about leads beyond the declared ones."""

from __future__ import annotations

from typing import Any

from kit.http.fastapi import Call, Routes
from people.leads import queries
from people.persons.answers import NameChoice
from people.policy import STAFF

routes = Routes()


@routes.get("/leads/owners", may=STAFF, answers=list[NameChoice])
def owners(call: Call) -> list[dict[str, Any]]:
    """Choices for a form: members of staff who can own leads, {value: user id, label}."""
    return call.read(queries.owners)


@routes.get("/leads/reasons/names", may=STAFF, answers=list[NameChoice])
def reasons(call: Call, status: str = "") -> list[dict[str, Any]]:
    """Choices for a form: reasons on offer, {value, label}, of one status or of all."""
    return call.read(queries.reasons, status)


@routes.get("/leads/origins/names", may=STAFF, answers=list[NameChoice])
def origins(call: Call) -> list[dict[str, Any]]:
    """Choices for a form: origins on offer, {value, label}."""
    return call.read(queries.origins)
