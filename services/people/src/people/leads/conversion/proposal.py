"""The proposal for the conversion of a lead: its data, matching records, tutors and free times."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from kit.database import all_rows, row_or_404
from kit.errors import NotFound
from kit.policy import Actor
from kit.values.days import LONDON, today
from kit.values.shown import shown
from people.calendar.free.finder import free_slots, free_slots_of_each
from people.courses.model import course, tutor_subject
from people.enrolment.attributes import ON_COURSE
from people.enrolment.model import course_tutor
from people.leads import likeness
from people.leads.conversion.commands import conversion_of
from people.leads.model import enquiry, enquiry_with_type, lead_student
from people.persons.model import TABLES, tutor
from people.persons.policy import SCOPES
from people.persons.queries import full_name
from people.policy import OF_STAFF
from people.reference.model import TABLES as WORDS
from people.requirements.guard import lacks_required

_lead, _s, _e = enquiry.c, lead_student.c, enquiry_with_type.c
_TUTORS, _EACH, _TIMES = 50, 3, 200
"""Maximum numbers of tutors, of free times for all, and of free times of one tutor."""


def proposal(connection: sa.Connection, actor: Actor, lead_id: int) -> dict[str, Any]:
    """Return the initial content of the conversion dialog. Raises NotFound."""
    lead = row_or_404(connection, sa.select(enquiry).where(_lead.id == lead_id, OF_STAFF.where(actor)))
    done = conversion_of(connection, lead_id)
    return {
        "leadId": lead_id,
        "name": f"{lead['first_name']} {lead['last_name']}",
        "converted": done,
        "client": {
            name: lead[column]
            for name, column in (
                ("firstName", "first_name"),
                ("lastName", "last_name"),
                ("email", "email"),
                ("phone", "phone"),
            )
        },
        "clients": [] if done else _like(connection, actor, "client", lead, lead),
        "students": _students(connection, actor, lead),
        "exams": lead["kind"] == "exams",
        "wishes": wishes(*(_titles(connection, name, lead[f"{name}_ids"]) for name in ("subject", "level"))),
        "enquiries": all_rows(
            connection,
            sa.select(_e.id, _e.type, _e.student_id.label("studentId"), _e.candidate_id.label("candidateId"))
            .where(_e.enquiry_id == lead_id)
            .order_by(_e.id),
        ),
    }


def _titles(connection: sa.Connection, name: str, ids: list[int]) -> list[str]:
    c = WORDS[name].c
    titles = {row["id"]: row["title"] for row in all_rows(connection, sa.select(c.id, c.title).where(c.id.in_(ids)))}
    return [titles[one] for one in ids if one in titles]


def wishes(subjects: Sequence[str], levels: Sequence[str]) -> list[dict[str, str]]:
    """Return a course for each subject, at the level in the same position if there are as many levels as subjects, else
    at the first level. A level alone counts as a wish too."""
    if not subjects:
        return [{"subject": "", "level": levels[0]}] if levels else []
    paired = levels if len(levels) == len(subjects) else [levels[0] if levels else ""] * len(subjects)
    return [{"subject": subject, "level": level} for subject, level in zip(subjects, paired, strict=True)]


def _like(
    connection: sa.Connection, actor: Actor, kind: str, named: dict[str, Any], lead: dict[str, Any]
) -> list[dict[str, Any]]:
    """Return the persons of a kind with the same name, or with the address or a number of the enquirer."""
    phones = [lead["phone"], lead["phone2"]]
    return likeness.persons(connection, actor, kind, named["first_name"], named["last_name"], lead["email"], phones)


def _students(connection: sa.Connection, actor: Actor, lead: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the prospective students, with the matching records of each."""
    rows = all_rows(connection, sa.select(lead_student).where(_s.lead_id == lead["id"]).order_by(_s.place, _s.id))
    of_exams = lead["kind"] == "exams"
    return [
        {
            "leadStudentId": row["id"],
            "firstName": row["first_name"],
            "lastName": row["last_name"],
            "birthDate": row["birth_date"],
            "school": row["school"],
            "studentId": row["student_id"],
            "candidateId": row["candidate_id"],
            "known": _same(connection, actor, "student", row, lead),
            "knownCandidates": _same(connection, actor, "candidate", row, lead) if of_exams else [],
        }
        for row in rows
    ]


def _same(
    connection: sa.Connection, actor: Actor, kind: str, row: dict[str, Any], lead: dict[str, Any]
) -> list[dict[str, Any]]:
    """Return the record if there is one, else the persons of a kind that resemble a prospective student, without those
    with another date of birth."""
    table = TABLES[kind]
    c, record = table.c, row[f"{kind}_id"]
    if record:
        known = sa.select(c.id, full_name(table).label("name"), c.email, c.phone, c.status)
        rows = all_rows(connection, known.where(c.id == record, SCOPES[kind].where(actor)))
        return [one | {"by": []} for one in rows]
    alike = _like(connection, actor, kind, {**row, "last_name": row["last_name"] or lead["last_name"]}, lead)
    if not row["birth_date"]:
        return alike
    others = sa.select(c.id).where(c.id.in_([one["id"] for one in alike]), c.birth_date != row["birth_date"])
    different = set(connection.execute(others).scalars())
    return [one for one in alike if one["id"] not in different]


def tutors(
    connection: sa.Connection, actor: Actor, subject: str, level: str, minutes: int = 60
) -> list[dict[str, Any]]:
    """Return the active tutors of a subject at a level: those with all checks, with free time, and with the fewest
    courses first. Their labels say all of this."""
    t = tutor_subject.c
    under_way = course_tutor.join(course, course.c.id == course_tutor.c.course_id)
    courses = (
        sa.select(sa.func.count())
        .select_from(under_way)
        .where(course_tutor.c.tutor_id == tutor.c.id, course.c.status.in_(ON_COURSE))
        .scalar_subquery()
    )
    lacks = lacks_required(tutor.c.id)
    teaches = sa.exists().where(t.tutor_id == tutor.c.id, t.subject == subject, t.level == level)
    statement = sa.select(
        tutor.c.id.label("value"),
        full_name(tutor).label("name"),
        courses.label("courses"),
        lacks.label("lacksChecks"),
    ).where(tutor.c.status == "active", teaches, SCOPES["tutor"].where(actor))
    rows = all_rows(connection, statement.order_by(lacks, courses, tutor.c.last_key, tutor.c.id).limit(_TUTORS))
    ids = [row["value"] for row in rows]
    slots = free_slots_of_each(connection, actor, "tutor", ids, [], today(), minutes, _EACH) if ids else {}
    for row in rows:
        row["free"] = [one["start"] for one in slots.get(row["value"], ())]
        row["label"] = _offer(row.pop("name"), row["courses"], row["lacksChecks"], row["free"])
    return sorted(rows, key=lambda row: (row["lacksChecks"], not row["free"]))


def _offer(name: str, courses: int, lacks: bool, free: Sequence[dt.datetime]) -> str:
    parts = [name, f"{courses} course{'' if courses == 1 else 's'}"]
    if lacks:
        parts.append("checks missing")
    parts.append(f"free {in_london(free[0])}" if free else "no free time within 60 days")
    return " · ".join(parts)


def in_london(moment: dt.datetime) -> str:
    """Return a timestamp as people choose it: `Mon 30/11/26 14:00`."""
    return f"{moment.astimezone(LONDON):%a} {shown(moment, 'datetime')}"


def times(
    connection: sa.Connection, actor: Actor, tutor_id: int, minutes: int, students: Sequence[int]
) -> list[dict[str, Any]]:
    """Return the next times that suit a tutor and the students on record, `{value, label}`. Raises NotFound."""
    reached = sa.select(tutor.c.id).where(tutor.c.id == tutor_id, SCOPES["tutor"].where(actor))
    if connection.execute(reached).scalar() is None:
        raise NotFound()
    who = [("tutor", tutor_id), *(("student", one) for one in students)]
    slots = free_slots(connection, actor, who, today(), minutes, (None, None), _TIMES)
    return [{"value": one["start"], "label": in_london(one["start"])} for one in slots]
