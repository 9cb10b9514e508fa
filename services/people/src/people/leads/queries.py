"""Queries of enquiries beyond the declared ones; each takes the actor."""

from __future__ import annotations

import datetime as dt
from typing import Any

import sqlalchemy as sa

from kit.database import all_rows, first_row, row_or_404
from kit.policy import Actor, Row
from people.calendar.model import event
from people.calendar.policy import EVENTS
from people.leads.attributes import ENQUIRY, LEAD_STUDENT, OPEN, owner
from people.leads.contact_attributes import LEAD_CONTACT
from people.leads.model import enquiry, lead_contact, lead_merge, lead_origin, lead_reason, lead_student
from people.persons.attributes import ADDRESS
from people.persons.catalogue import BY_NAME
from people.persons.model import TABLES, address
from people.persons.policy import SCOPES
from people.persons.queries import full_name
from people.places.model import location
from people.reference.model import TABLES as WORDS
from people.reference.model import department

_PAYERS = ("client", "student", "candidate")
"""Kinds of person that can be the addressee, in order of preference."""


def extra(connection: sa.Connection, actor: Actor, row: Row) -> dict[str, Any]:
    """Return the parts of an enquiry with type beyond its fields.

    `enquiry` is the enquirer. `client`, `student` and `candidate` are the persons on record (`{id, title, firstName,
    lastName, email}` or null). `name`, `email` and `address` (or null) are of the addressee of letters and invoices.
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
    """Return the primary address of the person."""
    c = address.c
    statement = sa.select(*ADDRESS.select("line1", "line2", "line3", "city", "postcode", "country"))
    return first_row(connection, statement.where(c.person_type == kind, c.person_id == record, c.primary))


def owners(connection: sa.Connection, actor: Actor, everybody: bool) -> list[dict[str, Any]]:
    """Return the members of staff who can own leads: `{value, label}`, where the value is a user id; with `everybody`
    also former ones who own some."""
    c = owner.c
    label = (c.last_name + ", " + c.first_name).label("label")
    has_some = sa.exists().where(enquiry.c.owner_id == c.user_id, enquiry.c.lead_status.in_(OPEN))
    owns = sa.or_(c.status == "active", has_some) if everybody else c.status == "active"
    statement = sa.select(c.user_id.label("value"), label).where(c.user_id.is_not(None), owns)
    return all_rows(connection, statement.order_by(c.last_key, c.first_key, c.id))


def reasons(connection: sa.Connection, actor: Actor, status: str) -> list[dict[str, Any]]:
    """Return the current reasons, `{value, label}`, optionally of one status."""
    c = lead_reason.c
    statement = sa.select(c.id.label("value"), c.title.label("label")).where(~c.archived)
    statement = statement.where(c.status == status) if status else statement
    return all_rows(connection, statement.order_by(c.title, c.id))


def origins(connection: sa.Connection, actor: Actor) -> list[dict[str, Any]]:
    """Return the current origins: `{value, label}`."""
    c = lead_origin.c
    statement = sa.select(c.id.label("value"), c.title.label("label")).where(~c.archived)
    return all_rows(connection, statement.order_by(c.title, c.id))


_LOG_MOST = 200
_UNDO = dt.timedelta(days=30)


def lead_extra(connection: sa.Connection, actor: Actor, row: Row) -> dict[str, Any]:
    """Return the parts of a lead beyond its fields."""
    names = (
        sa.select(
            full_name(owner).label("owner"),
            (owner.c.status != "active").label("ownerLeft"),
            department.c.title.label("department"),
            lead_origin.c.title.label("origin"),
            lead_reason.c.title.label("reason"),
        )
        .select_from(
            enquiry.outerjoin(owner, owner.c.user_id == enquiry.c.owner_id)
            .outerjoin(department, department.c.id == enquiry.c.department_id)
            .outerjoin(lead_origin, lead_origin.c.id == enquiry.c.origin_id)
            .outerjoin(lead_reason, lead_reason.c.id == enquiry.c.reason_id)
        )
        .where(enquiry.c.id == row["id"])
    )
    titles = row_or_404(connection, names)
    return {
        **{name: titles[name] or "" for name in ("owner", "department", "origin", "reason")},
        "ownerLeft": bool(titles["ownerLeft"]),
        "asksFor": _asks_for(connection, row),
        "client": _named(connection, actor, "client", row["client_id"]),
        "agent": _named(connection, actor, "agent", row["agent_id"]),
        "students": _students(connection, row["id"]),
        "log": _log(connection, actor, row["id"]),
        "merges": _merges(connection, row["id"]),
    }


def _asks_for(connection: sa.Connection, row: Row) -> str:
    """Return the names of the levels, subjects and boards."""
    texts = []
    for name in ("level", "subject", "board"):
        c = WORDS[name].c
        chosen = sa.select(c.title).where(c.id.in_(row[f"{name}_ids"])).order_by(c.position, c.id)
        texts.append(", ".join(connection.execute(chosen).scalars()) if row[f"{name}_ids"] else "")
    return "; ".join(text for text in texts if text)


def _named(connection: sa.Connection, actor: Actor, kind: str, record: int | None) -> dict[str, Any] | None:
    table = TABLES[kind]
    statement = sa.select(table.c.id, full_name(table).label("name"))
    return first_row(connection, statement.where(table.c.id == record, SCOPES[kind].where(actor)))


def _students(connection: sa.Connection, lead: int) -> list[dict[str, Any]]:
    c = lead_student.c
    columns = LEAD_STUDENT.select(
        "firstName", "lastName", "birthDate", "yearGroup", "school", "studentId", "candidateId"
    )
    return all_rows(connection, sa.select(c.id, *columns).where(c.lead_id == lead).order_by(c.place, c.id))


def _log(connection: sa.Connection, actor: Actor, lead: int) -> list[dict[str, Any]]:
    c, e = lead_contact.c, event.c
    columns = LEAD_CONTACT.select(
        "at", "kind", "direction", "outcome", "text", "byName", "nextStep", "nextDue", "eventId"
    )
    meeting = sa.case(
        (
            e.id.is_not(None),
            sa.func.jsonb_build_object(
                "start", e.starts, "end", e.ends, "status", e.status, "location", sa.func.coalesce(location.c.title, "")
            ),
        )
    ).label("meeting")
    seen = lead_contact.outerjoin(event, sa.and_(e.id == c.event_id, EVENTS.where(actor)))
    statement = sa.select(c.id, *columns, c.merged_from_id.label("mergedFromId"), meeting).where(c.lead_id == lead)
    statement = statement.select_from(seen.outerjoin(location, location.c.id == e.location_id))
    return all_rows(connection, statement.order_by(c.at.desc(), c.id.desc()).limit(_LOG_MOST))


def _merges(connection: sa.Connection, lead: int) -> list[dict[str, Any]]:
    """Return the merges of a lead, in either direction, that can still be undone, the newest first."""
    m, other = lead_merge.c, enquiry.alias("merged_lead")
    statement = (
        sa.select(
            m.id,
            m.source_id.label("sourceId"),
            m.target_id.label("targetId"),
            m.person_kind.label("personKind"),
            m.person_id.label("personId"),
            full_name(other).label("name"),
            m.created,
            m.user_name.label("userName"),
        )
        .select_from(lead_merge.join(other, other.c.id == m.source_id))
        .where(sa.or_(m.source_id == lead, m.target_id == lead), m.undone.is_(None))
        .where(m.created > dt.datetime.now(dt.UTC) - _UNDO)
    )
    return all_rows(connection, statement.order_by(m.id.desc()))
