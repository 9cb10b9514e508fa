"""Queries of enquiries beyond the declared ones; each takes the actor."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.database import all_rows, first_row, row_or_404
from kit.policy import Actor, Row
from people.leads.attributes import ENQUIRY, owner
from people.leads.model import enquiry, lead_origin, lead_reason
from people.persons.attributes import ADDRESS
from people.persons.catalogue import BY_NAME
from people.persons.model import TABLES, address
from people.persons.policy import SCOPES

_PAYERS = ("client", "student", "candidate")
"""Kinds of person addressee may be the addressee, in order of preference."""


def extra(connection: sa.Connection, actor: Actor, row: Row) -> dict[str, Any]:
    """The parts of an enquiry with type beyond its fields.

    `enquiry` is the enquirer; `client`, `student` and `candidate` are the persons on record (`{id, title, firstName,
    lastName, email}` or null); `name`, `email` and `address` (or null) are of the addressee of letters and invoices.
    """
    asker = (enquiry.c.id, *ENQUIRY.select("firstName", "lastName", "leadStatus"))
    enquirer = row_or_404(connection, sa.select(*asker, enquiry.c.email).where(enquiry.c.id == row["enquiry_id"]))
    email = enquirer.pop("email")
    persons = {kind: _person(connection, actor, kind, row[f"{kind}_id"]) for kind in _PAYERS}
    kind = next((kind for kind in _PAYERS if persons[kind]), None)
    addressee = persons[kind] if kind else None
    named = addressee or enquirer
    return {
        "kind": row["kind"],
        "enquiry": enquirer,
        **persons,
        "name": f"{named['firstName']} {named['lastName']}",
        "email": addressee["email"] if addressee else email,
        "address": _address(connection, kind, addressee["id"]) if kind and addressee else None,
    }


def _person(connection: sa.Connection, actor: Actor, kind: str, record: int | None) -> dict[str, Any] | None:
    key = TABLES[kind].c.id
    columns = BY_NAME[kind].attributes.select("title", "firstName", "lastName", "email")
    return first_row(connection, sa.select(key, *columns).where(key == record, SCOPES[kind].where(actor)))


def _address(connection: sa.Connection, kind: str, record: int) -> dict[str, Any] | None:
    """The primary address of the person."""
    c = address.c
    statement = sa.select(*ADDRESS.select("line1", "line2", "line3", "city", "postcode", "country"))
    return first_row(connection, statement.where(c.person_type == kind, c.person_id == record, c.primary))


def owners(connection: sa.Connection, actor: Actor) -> list[dict[str, Any]]:
    """Return the members of staff who can own leads: `{value, label}`, the value a user id."""
    c = owner.c
    label = (c.last_name + ", " + c.first_name).label("label")
    active = (c.user_id.is_not(None), c.status == "active")
    statement = sa.select(c.user_id.label("value"), label).where(*active)
    return all_rows(connection, statement.order_by(c.last_key, c.first_key, c.id))


def reasons(connection: sa.Connection, actor: Actor, status: str) -> list[dict[str, Any]]:
    """Return the reasons on offer, `{value, label}`: of one status where that is given."""
    c = lead_reason.c
    statement = sa.select(c.id.label("value"), c.title.label("label")).where(~c.archived)
    statement = statement.where(c.status == status) if status else statement
    return all_rows(connection, statement.order_by(c.title, c.id))


def origins(connection: sa.Connection, actor: Actor) -> list[dict[str, Any]]:
    """Return the origins on offer: `{value, label}`."""
    c = lead_origin.c
    statement = sa.select(c.id.label("value"), c.title.label("label")).where(~c.archived)
    return all_rows(connection, statement.order_by(c.title, c.id))
