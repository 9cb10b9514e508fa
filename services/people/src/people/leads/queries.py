"""Every question about enquiries that no declaration answers, always asked for an actor."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.policy import Actor, Row
from people.leads.model import enquiry
from people.persons.model import TABLES, address
from people.persons.policy import SCOPES

_PAYERS = ("client", "student", "candidate")
"""The addressees: the enquirer, else the person it is about."""


def extra(connection: sa.Connection, actor: Actor, row: Row) -> dict[str, Any]:
    """The parts of an enquiry with type beyond its fields.

    `enquiry` is who asked, `client`, `student` and `candidate` the persons on record (`{id, title, firstName, lastName,
    email}` or null); `name`, `email` and `address` (or null) are of whoever is written to and invoiced.
    """
    asked = connection.execute(sa.select(enquiry).where(enquiry.c.id == row["enquiry_id"])).mappings().one()
    persons = {kind: _person(connection, actor, kind, row[f"{kind}_id"]) for kind in _PAYERS}
    kind = next((kind for kind in _PAYERS if persons[kind]), None)
    who = persons[kind] if kind else None
    return {
        "kind": row["kind"],
        "enquiry": {
            "id": asked["id"],
            "firstName": asked["first_name"],
            "lastName": asked["last_name"],
            "leadStatus": asked["lead_status"],
        },
        **persons,
        "name": f"{who['firstName']} {who['lastName']}" if who else f"{asked['first_name']} {asked['last_name']}",
        "email": who["email"] if who else asked["email"],
        "address": _address(connection, kind, who["id"]) if kind and who else None,
    }


def _person(connection: sa.Connection, actor: Actor, kind: str, record: int | None) -> dict[str, Any] | None:
    c = TABLES[kind].c
    found = connection.execute(
        sa.select(c.id, c.title, c.first_name.label("firstName"), c.last_name.label("lastName"), c.email).where(
            c.id == record, SCOPES[kind].where(actor)
        )
    ).mappings()
    return next((dict(row) for row in found), None)


def _address(connection: sa.Connection, kind: str, record: int) -> dict[str, Any] | None:
    """The primary address of the person."""
    c = address.c
    found = connection.execute(
        sa.select(c.line1, c.line2, c.line3, c.city, c.postcode, c.country).where(
            c.person_type == kind, c.person_id == record, c.primary
        )
    ).mappings()
    return next((dict(row) for row in found), None)
