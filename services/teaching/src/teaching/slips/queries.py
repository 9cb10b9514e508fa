"""The detail of a slip, in the shape of `teaching.md 3`."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from kit.database import all_rows
from kit.policy import Actor, Row
from teaching.copies.model import course, event, event_person, person, support_ticket
from teaching.copies.names import names_of
from teaching.slips import attributes, rules
from teaching.slips.model import slip


def extra(connection: sa.Connection, _: Actor, row: Row) -> dict[str, Any]:
    """Return the parts of `GET /slip/{id}` beyond its fields, in the shape of `teaching.md 3`."""
    row = {**row, **_names(connection, row["id"])}
    answer: dict[str, Any] = {
        "isLate": rules.is_late(row["due"], row["submitted"]),
        "title": _title(row),
        "isOnePage": rules.ON_ONE_PAGE.holds(lambda name: row[attributes.SLIP[name].column.name]),
        "organisation": {name: row[f"organisation_{name}"] for name in ("id", "title")},
        "department": {name: row[f"department_{name}"] for name in ("id", "title", "color")},
        **attributes.SLIP.shown(row),
    }
    answer["slipMeta"]["approvedBy"] = (
        {"id": row["approved_by_id"], "name": row["approved_by_name"]} if row["approved"] else None
    )
    answer["slipMeta"]["supportTicket"] = {"id": row["ticket_id"]} if row["ticket_id"] else None
    if row["type"] == "invigilation":
        del answer["courseWithStudentInfo"]
        session = _invigilation(row, answer.pop("tutorial"))
        session["invigilationSession"]["candidateInvigilations"] = _candidates(connection, row["tutorial_id"])
        return answer | session
    answer["tutorial"] |= {
        "allDay": bool(row["event_all_day"]),
        "zoomTutorId": row["event_zoom_tutor_id"],
        "isCancelled": row["event_status"] == "cancelled",
    }
    return answer | _tutorial(row)


def _candidates(connection: sa.Connection, event_id: int | None) -> list[dict[str, Any]]:
    """Return the people who sit in an invigilated session, by name."""
    on = event_person.c
    named = sa.and_(person.c.kind == on.kind, person.c.id == on.person_id)
    columns = (on.id, on.kind, on.person_id.label("personId"), sa.func.coalesce(person.c.name, "").label("name"))
    sitting = sa.select(*columns, on.status).select_from(event_person.outerjoin(person, named))
    mine = sitting.where(on.event_id == event_id, on.kind.in_(("candidate", "student")))
    return all_rows(connection, mine.order_by(person.c.name, on.id))


def handed_in(
    connection: sa.Connection, _: Actor, row: Row, begins: dt.datetime, ends: dt.datetime
) -> list[dict[str, Any]]:
    """Return the submitted slips of a student on a course for the tutorials that begin in a period, the newest first,
    for authors of a report about that student. `row` has the `student_id` and the `course_id`."""
    s = slip.c
    ratings = [s[f"cat{number}"] for number in rules.CATEGORIES]
    columns = (s.id, s.tutorial_start, s.tutor_name, s.present, s.on_time, s.comment, *ratings)
    theirs = sa.and_(s.student_id == row["student_id"], s.course_id == row["course_id"])
    done = s.status.in_(("submitted", "checked", "approved"))
    statement = sa.select(*columns).where(theirs, done, s.tutorial_start.between(begins, ends))
    return all_rows(connection, statement.order_by(s.tutorial_start.desc(), s.id))


def _names(connection: sa.Connection, record: int) -> dict[str, Any]:
    """Return the copied values of a slip, with those of its event, and the support ticket about it."""
    return names_of(
        connection,
        slip,
        record,
        ("tutor", "student", "invigilator"),
        course.c.status.label("course_status"),
        event.c.status.label("event_status"),
        event.c.all_day.label("event_all_day"),
        event.c.zoom_tutor_id.label("event_zoom_tutor_id"),
        support_ticket.c.id.label("ticket_id"),
        joined={event: event.c.id == slip.c.tutorial_id, support_ticket: support_ticket.c.slip_id == slip.c.id},
    )


def _title(row: Mapping[str, Any]) -> str:
    """Return student, subject and day as DD/MM/YYYY; for invigilation the title of the session (`teaching.md 2`)."""
    if row["type"] == "invigilation":
        return str(row["tutorial_title"])
    day = f"{row['tutorial_start']:%d/%m/%Y}"  # allow dates-have-one-formatter: the title has its own (`teaching.md 2`)
    return f"{row['student_name']}, {row['subject'] or row['course_title']}, {day}"


def _tutorial(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parts of a tutorial's slip that come from its course and people."""
    return {
        "course": {
            "id": row["course_id"],
            "cwsId": row["cws_id"],
            **{name: row[name] for name in ("board", "level", "subject")},
            "type": row["course_type"],
            "status": row["course_status"],
        },
        "student": _person(row, "student", row["student_name"]),
        "tutor": _person(row, "tutor", row["tutor_name"]),
    }


def _invigilation(row: Mapping[str, Any], session: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parts of a slip about an invigilated session, which has the place of the tutorial."""
    return {
        "invigilationSession": {name: session[name] for name in ("title", "start", "end")},
        "invigilator": _person(row, "invigilator", row["tutor_name"]),
    }


def _person(row: Mapping[str, Any], kind: str, name: str) -> dict[str, Any]:
    return {"id": row[f"{kind}_id"], "name": name, "userId": row[f"{kind}_user_id"]}
