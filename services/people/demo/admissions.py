"""Wishes, times and conversions of the demo leads; public enquiry forms; enrolments in every stage."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from typing import Any

import psycopg

from people.pipeline.attributes import DAYS, FACTS, ORDER
from services.demo.tables import write
from services.demo.world import ORGANISATIONS, TODAY, Person, World

EMPTY = "SELECT NOT EXISTS (SELECT FROM enrolment)"
_NEVER = dt.datetime(9999, 12, 31, tzinfo=dt.UTC)
_STAGES = (*ORDER[:6], "accepted", "withdrawn")
_NOON = dt.time(12, tzinfo=dt.UTC)


def load(connection: psycopg.Connection[Any], world: World) -> None:
    """Fill the tables."""
    with connection.cursor() as cursor:
        _wishes(cursor)
        _times(cursor)
        _conversions(cursor, world)
        write(cursor, "lead_form", _forms())
        write(
            cursor,
            "enrolment_stage",
            [
                {"id": number, "department_id": department, "stage": stage, "days": days, "used": used}
                for number, (department, stage, days, used) in enumerate(_settings(), start=1)
            ],
        )
        write(cursor, "enrolment", list(_enrolments(world)))
        _questionnaires(cursor)


def _wishes(cursor: psycopg.Cursor[Any]) -> None:
    """Give leads a subject and a level; every third has two subjects, every eleventh none."""
    for name in ("subject", "level"):
        column = f"{name}_ids"
        more = "|| CASE WHEN e.id % 3 = 0 THEN ARRAY[w.ids[1 + (e.id + 1) % w.many]] ELSE '{}' END"
        statement = (
            f"UPDATE enquiry e SET {column} = ARRAY[w.ids[1 + e.id % w.many]] {more if name == 'subject' else ''} "  # noqa: S608 - the columns are constants
            f"FROM (SELECT array_agg(id ORDER BY position, id) AS ids, count(*)::int AS many FROM {name}) w "
            "WHERE e.id % 11 <> 0 AND w.many > 0"
        )
        cursor.execute(statement.encode())


def _times(cursor: psycopg.Cursor[Any]) -> None:
    """Place the first answer and the conversion after the enquiry."""
    cursor.execute(
        "UPDATE enquiry SET first_answered = least(created + make_interval(hours => (id % 90)::int), now()) "
        "WHERE first_answered IS NOT NULL"
    )
    cursor.execute(
        "UPDATE enquiry SET converted_at = least(created + make_interval(days => (id * 7 % 130)::int), now()) "
        "WHERE lead_status = 'completed'"
    )


def _conversions(cursor: psycopg.Cursor[Any], world: World) -> None:
    office = world.by_username["academic"]
    cursor.execute(
        "INSERT INTO lead_conversion (lead_id, client_id, user_id, user_name, at) "
        "SELECT id, client_id, %s, %s, converted_at FROM enquiry "
        "WHERE lead_status = 'completed' AND client_id IS NOT NULL "
        "ON CONFLICT DO NOTHING",  # an upgrade has filled them from existing leads
        (office.user_id, office.name),
    )


def _forms() -> list[dict[str, Any]]:
    rows = [
        {
            "slug": title.lower(),
            "title": f"Enquiry to {title}",
            "intro": "We call you on the next working day.",
            "organisation_id": number,
            "department_id": number,
            "kind": None,
            "archived": False,
        }
        for number, title, _, _ in ORGANISATIONS
    ]
    rows.append(rows[0] | {"slug": "exams", "title": "Sit an exam with us", "kind": "exams", "department_id": 6})
    rows.append(rows[0] | {"slug": "summer-2025", "title": "Summer courses 2025", "archived": True})
    reply = "Dear {{firstName}},\nthank you for your enquiry about {{form}}."
    texts = {"reply_subject": "Your enquiry", "reply": reply}
    return [{"id": number, **texts, **row} for number, row in enumerate(rows, start=1)]


def _settings() -> Iterator[tuple[int | None, str, int, bool]]:
    """Yield the default days, and a department that takes no deposit and reviews twice as often."""
    for stage, days in DAYS.items():
        yield None, stage, days, True
    yield 5, "depositPaid", 5, False
    yield 5, "offerSent", 3, True


def _enrolments(world: World) -> Iterator[dict[str, Any]]:
    """Yield an enrolment for each student who is still an enquiry, and for some who have started."""
    waiting = [student for student in world.people["student"] if student.status == "enquiry"]
    started = [student for student in world.people["student"] if student.status == "active"][:6]
    for number, student in enumerate([*waiting, *started], start=1):
        stage = _STAGES[number % len(_STAGES)] if student.status == "enquiry" else "started"
        yield _enrolment(number, student, stage)


def _enrolment(number: int, student: Person, stage: str) -> dict[str, Any]:
    since = dt.datetime.combine(TODAY - dt.timedelta(days=number * 3 % 17), _NOON)
    reached = ORDER.index(stage) if stage in ORDER else -1
    facts = {
        column: since - dt.timedelta(days=reached - ORDER.index(name)) if 0 <= ORDER.index(name) <= reached else None
        for name, column in FACTS.items()
    }
    if number % 4 == 0:
        facts["forms_in"] = None
    ended = stage in {"started", "withdrawn"}
    return {
        "id": number,
        "student_id": student.id,
        "department_id": student.department_id,
        "lead_id": student.id,
        "stage": stage,
        "since": since,
        "reached": reached,
        **facts,
        "stuck_from": _NEVER if ended else since + dt.timedelta(days=DAYS[stage]),
        "reason": "Found another provider" if stage == "withdrawn" else "",
        "created": since - dt.timedelta(days=20),
    }


def _questionnaires(cursor: psycopg.Cursor[Any]) -> None:
    """Accept some questionnaires without a known student."""
    cursor.execute(
        "UPDATE form_entry e SET status = 'accepted', about_kind = '', about_id = NULL, about_name = '' "
        "FROM form f WHERE f.id = e.form_id AND f.kind = 'paq' AND e.status = 'received' AND e.id % 2 = 0"
    )
