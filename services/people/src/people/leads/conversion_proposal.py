"""The proposal from which a person converts a lead: its data, records that are there already, and tutors."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.database import all_rows, first_row
from kit.errors import NotFound
from kit.policy import Actor
from people.courses.model import course, tutor_subject
from people.enrolment.attributes import ON_COURSE
from people.enrolment.model import course_tutor
from people.leads.converting import conversion_of
from people.leads.model import enquiry, enquiry_with_type, lead_student
from people.persons.model import TABLES, tutor
from people.persons.policy import SCOPES
from people.persons.queries import full_name
from people.policy import OF_STAFF
from people.reference.model import TABLES as WORDS
from people.requirements.guard import lacks_required

_lead, _s, _e = enquiry.c, lead_student.c, enquiry_with_type.c
_MOST = 10
_NAMES = {"first_name": "firstName", "last_name": "lastName"}


def proposal(connection: sa.Connection, actor: Actor, lead_id: int) -> dict[str, Any]:
    """Return what the dialog of the conversion begins with. Raises NotFound."""
    lead = first_row(connection, sa.select(enquiry).where(_lead.id == lead_id, OF_STAFF.where(actor)))
    if lead is None:
        raise NotFound()
    subjects, levels = (_titles(connection, name, lead[f"{name}_ids"]) for name in ("subject", "level"))
    done = conversion_of(connection, lead_id)
    return {
        "leadId": lead_id,
        "name": f"{lead['first_name']} {lead['last_name']}",
        "converted": done,
        "client": {name: lead[column] for name, column in (
            ("firstName", "first_name"), ("lastName", "last_name"), ("email", "email"), ("phone", "phone"))},
        "clients": [] if done else _known(connection, actor, "client", lead),
        "students": _students(connection, actor, lead),
        "subjects": subjects,
        "levels": levels,
        "enquiries": all_rows(
            connection,
            sa.select(_e.id, _e.type, _e.student_id.label("studentId")).where(_e.enquiry_id == lead_id).order_by(_e.id),
        ),
    }  # fmt: skip


def _titles(connection: sa.Connection, name: str, ids: list[int]) -> list[str]:
    c = WORDS[name].c
    titles = {row["id"]: row["title"] for row in all_rows(connection, sa.select(c.id, c.title).where(c.id.in_(ids)))}
    return [titles[one] for one in ids if one in titles]


def _known(connection: sa.Connection, actor: Actor, kind: str, lead: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the persons of a kind with the address or the name of the enquirer, those with the address first."""
    c = TABLES[kind].c
    same_name = sa.and_(c.last_key == lead["last_key"], c.first_key == lead["first_key"])
    same_email = sa.func.lower(c.email) == lead["email_key"] if lead["email_key"] else sa.false()
    statement = sa.select(c.id, full_name(TABLES[kind]).label("name"), c.email, c.status)
    statement = statement.where(sa.or_(same_email, same_name), SCOPES[kind].where(actor))
    return all_rows(connection, statement.order_by(sa.desc(same_email), c.id).limit(_MOST))


def _students(connection: sa.Connection, actor: Actor, lead: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the prospective students, with the record that each may be."""
    named = sa.select(
        _s.id.label("leadStudentId"), _s.first_name.label("firstName"), _s.last_name.label("lastName"),
        _s.birth_date.label("birthDate"), _s.school, _s.student_id.label("studentId"),
    )  # fmt: skip
    rows = all_rows(connection, named.where(_s.lead_id == lead["id"]).order_by(_s.place, _s.id))
    return [row | {"known": _same_student(connection, actor, row)} for row in rows]


def _same_student(connection: sa.Connection, actor: Actor, row: dict[str, Any]) -> list[dict[str, Any]]:
    c = TABLES["student"].c
    statement = sa.select(c.id, full_name(TABLES["student"]).label("name"), c.email, c.status)
    statement = statement.where(SCOPES["student"].where(actor))
    if row["studentId"]:
        return all_rows(connection, statement.where(c.id == row["studentId"]))
    same = [sa.func.lower(c[name]) == row[field].lower() for name, field in _NAMES.items()]
    if row["birthDate"]:
        same.append(sa.or_(c.birth_date == row["birthDate"], c.birth_date.is_(None)))
    return all_rows(connection, statement.where(*same).order_by(c.id).limit(_MOST))


def tutors(connection: sa.Connection, actor: Actor, subject: str, level: str) -> list[dict[str, Any]]:
    """Return the active tutors of a subject at a level: those with all checks and fewest courses first."""
    t = tutor_subject.c
    under_way = course_tutor.join(course, course.c.id == course_tutor.c.course_id)
    courses = (
        sa.select(sa.func.count()).select_from(under_way)
        .where(course_tutor.c.tutor_id == tutor.c.id, course.c.status.in_(ON_COURSE)).scalar_subquery()
    )  # fmt: skip
    lacks = lacks_required(tutor.c.id)
    teaches = sa.exists().where(t.tutor_id == tutor.c.id, t.subject == subject, t.level == level)
    statement = sa.select(
        tutor.c.id.label("value"), full_name(tutor).label("label"), courses.label("courses"),
        lacks.label("lacksChecks"),
    ).where(tutor.c.status == "active", teaches, SCOPES["tutor"].where(actor))  # fmt: skip
    return all_rows(connection, statement.order_by(lacks, courses, tutor.c.last_key, tutor.c.id).limit(50))
