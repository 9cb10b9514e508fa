"""Tables of enquiries."""

from __future__ import annotations

import datetime as dt
from typing import Any

import psycopg

from services.demo.enquiries import OPEN, Enquiry, enquiries
from services.demo.tables import events, write
from services.demo.world import TODAY, World
from services.people.demo import leads

EMPTY = "SELECT NOT EXISTS (SELECT FROM enquiry)"
EVENTS = events(
    "people.enquiry.changed",
    "enquiry_with_type",
    """
    'id', id, 'enquiryId', enquiry_id, 'type', type, 'status', status,
    'organisationId', coalesce(organisation_id, 0), 'studentId', coalesce(student_id, 0),
    'candidateId', coalesce(candidate_id, 0), 'clientId', coalesce(client_id, 0)
    """,
)

LEADS = events(
    "people.lead.changed",
    "enquiry",
    """
    'id', id, 'firstName', first_name, 'lastName', last_name, 'email', email, 'deleted', merged_into_id IS NOT NULL
    """,
)


def load(connection: psycopg.Connection[Any], world: World) -> None:
    """Fill both tables; each student takes the requested subjects."""
    every = enquiries(world)
    with connection.cursor() as cursor:
        write(cursor, "enquiry", [_enquiry(one) | leads.columns(one, world) for one in every])
        write(cursor, "enquiry_with_type", [_with_type(one) for one in every])
        leads.load(cursor, every, world)
        cursor.execute(
            "UPDATE enquiry_with_type e SET type = s.student_type FROM student s "
            "WHERE s.id = e.student_id AND s.student_type IS NOT NULL"
        )


def _received(one: Enquiry) -> dt.datetime:
    """Return the day of an enquiry: open ones within two months, the others over four years."""
    days = one.id * 7 % 60 if one.status in OPEN else one.id * 37 % 1_400
    return dt.datetime.combine(TODAY - dt.timedelta(days=days), dt.time(10), dt.UTC)


def _enquiry(one: Enquiry) -> dict[str, Any]:
    return {
        "id": one.id,
        "first_name": one.first_name,
        "last_name": one.last_name,
        "email": one.email,
        "phone": one.phone,
        "lead_status": one.status,
        "created": _received(one),
    }


def _with_type(one: Enquiry) -> dict[str, Any]:
    return {
        "id": one.ewt_id,
        "enquiry_id": one.id,
        "type": one.type,
        "status": one.status,
        "organisation_id": one.organisation_id,
        "student_id": one.student_id,
        "candidate_id": one.candidate_id,
        "client_id": one.client_id,
        "created": _received(one),
    }
