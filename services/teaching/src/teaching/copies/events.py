"""Read models of people, courses and their members, calendar events and their persons, organisations and departments.
Deleted people, courses and places stay for the slips that name them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import sqlalchemy as sa

from kit.database import Tx, upsert
from kit.events import Copy, Envelope, Event, Gone, Payload, Subscription, or_none, person_name, same
from staffroom.identity.events.v1.events_pb2 import AcademicYearChanged, DepartmentChanged, OrganisationChanged
from staffroom.people.events.v1.events_pb2 import ClientStudentChanged, CourseChanged, EventChanged, PersonChanged
from staffroom.support.events.v1.events_pb2 import TicketChanged
from teaching.copies.model import (
    GRADE_KINDS,
    academic_year,
    client_student,
    course,
    course_student,
    course_tutor,
    department,
    event,
    event_person,
    organisation,
    person,
    support_ticket,
)

PERSON_KINDS = ("tutor", "student", "invigilator", "candidate")
"""Kinds of person on events. Staff are copied as well, as authors of reports, and clients, as recipients of mail."""
_MAILED = ("student", "client")
_LINKS = {"zoom_tutor_id": "zoomTutorId", "course_id": "courseId", "department_id": "departmentId"}


def _day(name: str) -> Callable[[Payload], dt.date | None]:
    """Return the function that reads the day of a name in a payload; None if it is missing, as in older events."""

    def read(payload: Payload) -> dt.date | None:
        text = payload.get(name)
        return dt.date.fromisoformat(text) if text else None

    return read


COURSE_TITLE = sa.func.concat_ws(
    " ",
    *(sa.func.nullif(column, "") for column in (course.c.board, course.c.level, course.c.subject)),
    type_=sa.Text,
)
"""The same columns for a copied course."""


def course_title(payload: Payload) -> str:
    """Return `AQA A-level Physics`, as the slip list and the title of a slip show a course."""
    return " ".join(part for part in (payload["board"], payload["level"], payload["subject"]) if part)


def _on_course(course_id: int, payload: Payload) -> dict[str, Any]:
    grades = {f"{kind}_grade": payload[f"{kind}Grade"] for kind in GRADE_KINDS}
    about = {"id": payload["cwsId"], "student_id": payload["studentId"], "status": payload["status"]}
    options = {name: payload[name] for name in ("syllabus", "option")}
    return {"course_id": course_id, **about, **grades, **options}


def keep_course_people(tx: Tx, envelope: Envelope) -> None:
    """Replace the tutors and students of a course; a deleted course has none."""
    payload = envelope.payload
    students = [_on_course(payload["id"], one) for one in payload["students"]]
    tutors = [{"course_id": payload["id"], "tutor_id": tutor} for tutor in dict.fromkeys(payload["tutorIds"])]
    for table, rows in ((course_student, students), (course_tutor, tutors)):
        tx.execute(sa.delete(table).where(table.c.course_id == payload["id"]))
        if rows and not payload["deleted"]:
            tx.execute(sa.insert(table), rows)


def keep_event(tx: Tx, envelope: Envelope) -> None:
    """Store the current state of an event and its persons."""
    payload = envelope.payload
    people = event_person.c.event_id == payload["id"]
    tx.execute(sa.delete(event_person).where(people))
    if payload["deleted"]:
        tx.execute(sa.delete(event).where(event.c.id == payload["id"]))
        return
    starts, ends = (dt.datetime.fromisoformat(payload[name]) for name in ("start", "end"))
    about = {name: payload[key] or None for name, key in _LINKS.items()} | {"starts": starts, "ends": ends}
    about |= {name: payload[name] for name in ("type", "title", "location", "status")} | {"all_day": payload["allDay"]}
    tx.execute(upsert(event, {"id": payload["id"]}, about))
    rows = [
        {
            "id": one["ewpId"],
            "event_id": payload["id"],
            "kind": one["kind"],
            "person_id": one["personId"],
            "cws_id": one["cwsId"] or None,
            "status": one["status"],
            "starts": starts,
        }
        for one in payload["people"]
        if one["kind"] in PERSON_KINDS
    ]
    if rows:
        tx.execute(sa.insert(event_person), rows)


SUBSCRIPTIONS = (
    Copy(
        event=Event.of(PersonChanged),
        table=person,
        key=same("kind", "id"),
        columns=same("userId", "title")
        | {"name": person_name, "agent_id": or_none("agentId"), "birth_date": _day("birthDate")}
        | {"department_id": or_none("departmentId")}
        | {"photo_on_documents": lambda payload: payload.get("photoOnDocuments", False)}
        | {"email": lambda payload: payload["email"] if payload["kind"] in _MAILED else ""},
        only=lambda payload: payload["kind"] in (*PERSON_KINDS, "staff", "client"),
        gone=Gone.LEAVE,
    ),
    Copy(
        event=Event.of(ClientStudentChanged),
        table=client_student,
        columns=same("clientId", "studentId"),
        gone=Gone.REMOVE,
    ),
    Copy(
        event=Event.of(CourseChanged),
        table=course,
        columns=same(
            *("board", "level", "subject", "type", "status", "organisationId", "departmentId"),
            *("academicYearId", "studyPlanNotRequired", "hours"),
        )
        | {"first_exam": _day("firstExam")},
        gone=Gone.LEAVE,
    ),
    Subscription(Event.of(CourseChanged), keep_course_people),
    Subscription(Event.of(EventChanged), keep_event),
    Copy(
        event=Event.of(TicketChanged),
        table=support_ticket,
        columns=same("slipId"),
        only=lambda payload: bool(payload["slipId"]),
    ),
    Copy(event=Event.of(OrganisationChanged), table=organisation, columns=same("title"), gone=Gone.LEAVE),
    Copy(
        event=Event.of(DepartmentChanged),
        table=department,
        columns=same("title", "color", "organisationId"),
        gone=Gone.LEAVE,
    ),
    Copy(
        event=Event.of(AcademicYearChanged),
        table=academic_year,
        columns=same("title", "year", "mt", "ht", "tt", "weeksToIso", "archived"),
        gone=Gone.LEAVE,
    ),
)
