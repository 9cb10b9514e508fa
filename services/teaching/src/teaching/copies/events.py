"""Read copies of people, courses and who is on them, calendar events and who is on them, organisations and
departments. People, courses and where they belong stay when they go, for the slips that name them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import sqlalchemy as sa

from kit.database import Tx, upsert
from kit.events import Copy, Envelope, Event, Gone, Payload, Subscription, or_none, same
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
"""Kinds of person on events. Staff are copied as well, for the reports that they write, and clients, to mail them."""
_MAILED = ("student", "client")
_LINKS = {"zoom_tutor_id": "zoomTutorId", "course_id": "courseId", "department_id": "departmentId"}


def full_name(said: Payload) -> str:
    """`Ada Lovelace`, of a person as people publishes them."""
    return f"{said['firstName']} {said['lastName']}".strip()


def _day(name: str) -> Callable[[Payload], dt.date | None]:
    """The day that is told under a name; None where there is none, and in events from before it was published."""

    def read(said: Payload) -> dt.date | None:
        text = said.get(name)
        return dt.date.fromisoformat(text) if text else None

    return read


COURSE_TITLE = sa.func.concat_ws(
    " ",
    *(sa.func.nullif(column, "") for column in (course.c.board, course.c.level, course.c.subject)),
    type_=sa.Text,
)
"""The same of a copied course."""


def course_title(said: Payload) -> str:
    """`AQA A-level Physics`, as the slip list and the slip's title show a course."""
    return " ".join(part for part in (said["board"], said["level"], said["subject"]) if part)


def _on_course(course_id: int, said: Payload) -> dict[str, Any]:
    grades = {f"{kind}_grade": said[f"{kind}Grade"] for kind in GRADE_KINDS}
    about = {"id": said["cwsId"], "student_id": said["studentId"], "status": said["status"]}
    options = {name: said[name] for name in ("syllabus", "option")}
    return {"course_id": course_id, **about, **grades, **options}


def keep_course_people(tx: Tx, envelope: Envelope) -> None:
    """Replace the tutors and students of a course by those it now has; a deleted course has none."""
    said = envelope.payload
    students = [_on_course(said["id"], one) for one in said["students"]]
    tutors = [{"course_id": said["id"], "tutor_id": tutor} for tutor in dict.fromkeys(said["tutorIds"])]
    for table, rows in ((course_student, students), (course_tutor, tutors)):
        tx.execute(sa.delete(table).where(table.c.course_id == said["id"]))
        if rows and not said["deleted"]:
            tx.execute(sa.insert(table), rows)


def keep_event(tx: Tx, envelope: Envelope) -> None:
    """Keep an event and those on it as they now are."""
    said = envelope.payload
    people = event_person.c.event_id == said["id"]
    tx.execute(sa.delete(event_person).where(people))
    if said["deleted"]:
        tx.execute(sa.delete(event).where(event.c.id == said["id"]))
        return
    starts, ends = (dt.datetime.fromisoformat(said[name]) for name in ("start", "end"))
    about = {name: said[key] or None for name, key in _LINKS.items()} | {"starts": starts, "ends": ends}
    about |= {name: said[name] for name in ("type", "title", "location", "status")} | {"all_day": said["allDay"]}
    tx.execute(upsert(event, {"id": said["id"]}, about))
    rows = [
        {
            "id": one["ewpId"], "event_id": said["id"], "kind": one["kind"], "person_id": one["personId"],
            "cws_id": one["cwsId"] or None, "status": one["status"], "starts": starts,
        }
        for one in said["people"]
        if one["kind"] in PERSON_KINDS
    ]  # fmt: skip
    if rows:
        tx.execute(sa.insert(event_person), rows)


SUBSCRIPTIONS = (
    Copy(
        event=Event.of(PersonChanged),
        table=person,
        key=same("kind", "id"),
        columns=same("userId", "title")
        | {"name": full_name, "agent_id": or_none("agentId"), "birth_date": _day("birthDate")}
        | {"department_id": or_none("departmentId")}
        | {"photo_on_documents": lambda payload: payload.get("photoOnDocuments", False)}
        | {"email": lambda said: said["email"] if said["kind"] in _MAILED else ""},
        only=lambda said: said["kind"] in (*PERSON_KINDS, "staff", "client"),
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
        only=lambda said: bool(said["slipId"]),
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
