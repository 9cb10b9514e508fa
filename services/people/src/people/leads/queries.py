"""Queries of enquiries beyond the declared ones; each takes the actor."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.policy import Actor, Row
from people.leads.model import enquiry
from people.persons.model import TABLES, address
from people.persons.policy import SCOPES

_PAYERS = ("client", "student", "candidate")
"""Kinds of person addressee may be the addressee, in order of preference."""


def extra(connection: sa.Connection, actor: Actor, row: Row) -> dict[str, Any]:
    """The parts of an enquiry with type beyond its fields.

    `enquiry` is the enquirer; `client`, `student` and `candidate` are the persons on record (`{id, title, firstName,
    lastName, email}` or null); `name`, `email` and `address` (or null) are of the addressee of letters and invoices.
    """
    enquirer = connection.execute(sa.select(enquiry).where(enquiry.c.id == row["enquiry_id"])).mappings().one()
    persons = {kind: _person(connection, actor, kind, row[f"{kind}_id"]) for kind in _PAYERS}
    kind = next((kind for kind in _PAYERS if persons[kind]), None)
    addressee = persons[kind] if kind else None
    return {
        "kind": row["kind"],
        "enquiry": {
            "id": enquirer["id"],
            "firstName": enquirer["first_name"],
            "lastName": enquirer["last_name"],
            "leadStatus": enquirer["lead_status"],
        },
        **persons,
        "name": f"{addressee['firstName']} {addressee['lastName']}"
        if addressee
        else f"{enquirer['first_name']} {enquirer['last_name']}",
        "email": addressee["email"] if addressee else enquirer["email"],
        "address": _address(connection, kind, addressee["id"]) if kind and addressee else None,
    }


def _person(connection: sa.Connection, actor: Actor, kind: str, record: int | None) -> dict[str, Any] | None:
    c = TABLES[kind].c
    rows = connection.execute(
        sa.select(c.id, c.title, c.first_name.label("firstName"), c.last_name.label("lastName"), c.email).where(
            c.id == record, SCOPES[kind].where(actor)
        )
    ).mappings()
    return next((dict(row) for row in rows), None)


def _address(connection: sa.Connection, kind: str, record: int) -> dict[str, Any] | None:
    """The primary address of the person."""
    c = address.c
    rows = connection.execute(
        sa.select(c.line1, c.line2, c.line3, c.city, c.postcode, c.country).where(
            c.person_type == kind, c.person_id == record, c.primary
        )
    ).mappings()
    return next((dict(row) for row in rows), None)
