"""Owners, wishes, logs and students of the demo leads; the rota and the wordings."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any

import psycopg

from services.demo.enquiries import OPEN, Enquiry
from services.demo.tables import write
from services.demo.world import FIRST_NAMES, TODAY, Person, World

_STEPS = ("Call", "Send the prospectus", "Ask for a decision", "Find a tutor")
_WORDS = (
    "Reached the mother, wants two hours a week from half term",
    "No answer, left a message",
    "Sent prices and the prospectus",
    "Asked for a tutor who knows the syllabus",
    "Will decide after the mock exam",
)
_LOST = {"declined": "Price", "noResponse": "No answer after three calls", "failed": "Offer not accepted"}
_WORDINGS = (
    "I agree that you keep what I have entered and contact me about it.",
    "I agree that you keep what I have entered for up to two years and contact me about my enquiry. I can ask you to "
    "delete it at any time.",
)


def columns(one: Enquiry, world: World) -> dict[str, Any]:
    """Return the columns of a lead besides its name and status."""
    number, is_open, lost = one.id, one.status in OPEN, one.status in _LOST
    due = dt.datetime.combine(TODAY + dt.timedelta(days=number * 3 % 14 - 3), dt.time(12), dt.UTC)
    since = dt.datetime.combine(TODAY - dt.timedelta(days=number * 5 % 40), dt.time(11), dt.UTC)
    return {
        "enquirer": ("parent", "parent", "self", "agent", "school")[number % 5],
        "phone2": "",
        "kind": one.type,
        "owner_id": _owner(number, world).user_id if number % 6 else None,
        "next_step": _STEPS[number % len(_STEPS)] if is_open else "",
        "next_due": due if is_open else None,
        "value": number * 37 % 40 * 10_000 + 60_000,
        "hours": number % 4 + 1,
        "place": ("online", "inPerson", "either")[number % 3],
        "starting": TODAY + dt.timedelta(days=number % 60),
        "words": "Looks for help before the exams" if number % 3 == 0 else "",
        "department_id": one.organisation_id,
        "organisation_id": one.organisation_id,
        "origin_detail": "Autumn campaign" if number % 9 == 0 else "",
        "status_since": since,
        "delete_after": TODAY + dt.timedelta(days=600) if lost else None,
        "converted_at": since if one.status == "completed" else None,
        "client_id": one.client_id,
    }


def _owner(number: int, world: World) -> Person:
    """Return one of five colleagues, or a former one."""
    staff = world.people["staff"]
    left = [person for person in staff if person.status != "active"]
    if number % 17 == 0 and left:
        return left[0]
    present = [person for person in staff if person.status == "active"]
    return present[number % 5]


def load(cursor: psycopg.Cursor[Any], every: Sequence[Enquiry], world: World) -> None:
    """Fill the tables of the parts of leads; two pairs of leads are of the same person."""
    _choices(cursor, world)
    write(cursor, "lead_student", _students(every))
    write(cursor, "lead_contact", _contacts(every, world))
    cursor.execute(
        "UPDATE enquiry e SET first_answered = c.first, last_contact = c.last "
        "FROM (SELECT lead_id, min(at) FILTER (WHERE direction = 'out' AND kind <> 'note') AS first, max(at) AS last "
        "FROM lead_contact GROUP BY lead_id) c WHERE c.lead_id = e.id"
    )
    _meet(cursor, next(one for one in every if one.status == "interested" and one.id % 6 and one.id % 17), world)
    strangers = [one for one in every if one.status in OPEN][-4:]
    for first, second in (strangers[:2], strangers[2:]):
        cursor.execute(
            "UPDATE enquiry SET first_name = %s, last_name = %s, email = %s, phone = %s WHERE id = %s",
            (first.first_name, first.last_name, first.email, first.phone.replace("+44 ", "0"), second.id),
        )


def _meet(cursor: psycopg.Cursor[Any], one: Enquiry, world: World) -> None:
    """Book a meeting with a lead in the evening, when nobody teaches, as its next step."""
    by, starts = _owner(one.id, world), dt.datetime.combine(TODAY + dt.timedelta(days=9), dt.time(19), dt.UTC)
    values = {"lead": one.id, "staff": by.id, "user": by.user_id, "name": by.name, "starts": starts}
    cursor.execute(
        "WITH met AS (INSERT INTO event (title, type, starts, ends, department_id, created_by_name) "
        "SELECT 'Meeting with ' || first_name || ' ' || last_name, 'meeting', %(starts)s, "
        "%(starts)s + interval '30 minutes', department_id, %(name)s FROM enquiry WHERE id = %(lead)s RETURNING id), "
        "place AS (INSERT INTO booking (event_id, kind, person_id, status) "
        "SELECT id, 'staff', %(staff)s, 'accepted' FROM met) "
        "INSERT INTO lead_contact (lead_id, kind, direction, text, by_id, by_name, next_step, next_due, event_id) "
        "SELECT %(lead)s, 'meeting', 'out', 'Wants to see the rooms', %(user)s, %(name)s, 'Meeting', %(starts)s, id "
        "FROM met",
        values,
    )
    cursor.execute(
        "UPDATE enquiry SET next_step = 'Meeting', next_due = %(starts)s, last_contact = now() WHERE id = %(lead)s",
        values,
    )


def _choices(cursor: psycopg.Cursor[Any], world: World) -> None:
    reasons = [(status, title) for status, title in (*_LOST.items(), ("completed", "Arranged by telephone"))]
    cursor.executemany(
        "INSERT INTO lead_reason (status, title) SELECT s.status, s.title FROM (VALUES (%s, %s)) s (status, title) "
        "WHERE NOT EXISTS (SELECT FROM lead_reason r WHERE r.status = s.status AND r.title = s.title)",
        reasons,
    )
    origins = [(title,) for title in ("Website", "Recommendation", "Search engine", "School")]
    cursor.executemany("INSERT INTO lead_origin (title) VALUES (%s) ON CONFLICT DO NOTHING", origins)
    cursor.execute(
        "UPDATE enquiry e SET origin_id = o.id FROM (SELECT id, row_number() OVER (ORDER BY id) - 1 AS place, "
        "count(*) OVER () AS origins FROM lead_origin) o WHERE o.place = e.id % o.origins"
    )
    cursor.execute(
        "UPDATE enquiry e SET reason_id = r.id FROM lead_reason r WHERE r.status = e.lead_status AND r.title = ANY(%s)",
        (list(_LOST.values()),),
    )
    colleagues = [_owner(number, world) for number in range(1, 6)]
    write(
        cursor,
        "lead_rota",
        [
            {
                "id": number,
                "department_id": None if number == 5 else number,
                "kind": "exams" if number == 2 else None,
                "user_id": person.user_id,
                "weight": 1 + number % 2,
                "active": number != 4,
            }
            for number, person in enumerate(colleagues, start=1)
        ],
    )
    write(
        cursor,
        "lead_consent_wording",
        [
            {"id": number, "number": number, "text": text, "note": "How long we keep it" if number > 1 else ""}
            for number, text in enumerate(_WORDINGS, start=1)
        ],
    )


def _students(every: Sequence[Enquiry]) -> list[dict[str, Any]]:
    leads = [(one, place) for one in every for place in range(1 + (one.id % 4 == 0)) if one.id % 5]
    return [
        {
            "id": number,
            "lead_id": one.id,
            "place": place,
            "first_name": FIRST_NAMES[one.id * 3 % len(FIRST_NAMES)],
            "last_name": one.last_name,
            "birth_date": TODAY - dt.timedelta(days=365 * (14 + one.id % 4) + place),
            "year_group": f"Year {10 + one.id % 4}",
            "school": "Cherwell School" if one.id % 2 else "",
            "student_id": one.student_id if place == 0 else None,
        }
        for number, (one, place) in enumerate(leads, start=1)
    ]


def _contacts(every: Sequence[Enquiry], world: World) -> list[dict[str, Any]]:
    """Return no entry for a new lead, and up to three for the others."""
    rows: list[dict[str, Any]] = []
    for one in every:
        for place in range(0 if one.status == "new" else 1 + one.id % 3):
            by = _owner(one.id, world)
            ago = dt.timedelta(days=one.id * 5 % 40 + place * 4)
            rows.append(
                {
                    "id": len(rows) + 1,
                    "lead_id": one.id,
                    "at": dt.datetime.combine(TODAY, dt.time(9), dt.UTC) - ago,
                    "kind": ("call", "mail", "note")[place],
                    "direction": "in" if place == 1 else "out",
                    "outcome": ("reached", "voicemail", "noAnswer")[one.id % 3] if place == 0 else "",
                    "text": _WORDS[(one.id + place) % len(_WORDS)],
                    "by_id": by.user_id,
                    "by_name": by.name,
                }
            )
    return rows
