"""Records of teaching for tests."""

from __future__ import annotations

import datetime as dt
from typing import Any

import sqlalchemy as sa

from kit.database import Database
from kit.policy import as_service
from teaching.copies.model import academic_year, client_student, course, department, organisation, person
from teaching.homework.model import given, homework
from teaching.slips import rules
from teaching.slips.model import slip

START = dt.datetime(2026, 11, 2, 10, tzinfo=dt.UTC)
LONG = "x" * 100
COMPLETE: dict[str, Any] = {
    "present": "present",
    "on_time": 0,
    "comment": "<p>Worked steadily through the questions.</p>",
    "comment2": "<p>Prepared well for the tutorial today.</p>",
    "comment3": "<p>Next time: the second half of the paper.</p>",
    **{f"cat{number}": 4 for number in range(1, 7)},
}
"""The fields of a complete slip, as a tutor submits it."""
COMPLETE_PT: dict[str, Any] = {
    "type": "PT",
    "present": "present",
    "on_time": 0,
    "ot1": "onTrack",
    "pt_ip_hours": 2.5,
    "pt_concerns": False,
    "comment": LONG,
    "comment2": LONG,
}


def make_slip(database: Database, **values: Any) -> int:
    """Insert a complete, saved slip of tutor 1 about student 1 on course 1; return its id."""
    given: dict[str, Any] = {
        "organisation_id": 1,
        "department_id": 1,
        "course_id": 1,
        "cws_id": 1,
        "student_id": 1,
        "tutor_id": 1,
        "course_title": "AQA A-level Physics",
        "course_type": "indiv",
        "student_name": "Sam Student",
        "tutor_name": "Tom Tutor",
        "tutorial_id": 5,
        "tutorial_type": "tutorial",
        "tutorial_start": START,
        "tutorial_end": START + dt.timedelta(hours=1),
        **COMPLETE,
        **values,
    }
    given.setdefault("due", given["tutorial_end"] + rules.DUE_AFTER)
    if given.get("status") == "approved":
        given.setdefault("approved", START + dt.timedelta(days=2))
    with database.transaction(as_service("teaching")) as tx:
        return tx.insert(slip, given)


def make_target(database: Database, **values: Any) -> None:
    """Insert a personal-tutoring target of student 1 on course 1 (cws 1), due a week after the tutorial."""
    shared = {"title": "Plan two essays", "type": "ptTarget", "due": START + dt.timedelta(days=7), "course_id": 1}
    own = {"student_id": 1, "cws_id": 1, "student_name": "Sam Student", "tutor_name": "Tom Tutor", "status": "set"}
    with database.transaction(as_service("teaching")) as tx:
        number = tx.insert(homework, shared | {"instructions": "<p>By Friday</p>"})
        tx.insert(given, shared | own | {"homework_id": number} | values)


def make_invigilation(database: Database, **values: Any) -> int:
    """Insert a slip of invigilator 1."""
    nobody = dict.fromkeys(("course_id", "cws_id", "student_id", "tutor_id", "on_time"))
    about = {"type": "invigilation", "invigilator_id": 1, "tutor_name": "Ivy", "course_title": "", "present": ""}
    about["student_name"] = ""
    return make_slip(database, **nobody, **about, tutorial_title="Room 3, morning", **values)


def make_copies(database: Database) -> None:
    """Insert organisation, department and course 1; tutor and student 1; academic year 8."""
    with database.transaction(as_service("teaching")) as tx:
        term = {"start": "2026-10-05", "end": "2026-12-12", "weeks": 10}
        about = {"id": 8, "title": "2026-2027", "year": 2026, "mt": term, "ht": term, "tt": term}
        tx.execute(sa.insert(academic_year).values(about | {"weeks_to_iso": []}))
        tx.execute(sa.insert(organisation).values(id=1, title="Oxford"))
        tx.execute(sa.insert(department).values(id=1, title="Sciences", color="#123456", organisation_id=1))
        tx.execute(
            sa.insert(course).values(
                id=1,
                board="AQA",
                level="A-level",
                subject="Physics",
                type="indiv",
                status="active",
                organisation_id=1,
                department_id=1,
            )
        )
        for kind, name, user in (("tutor", "Tom Tutor", 11), ("student", "Sam Student", 12)):
            tx.execute(sa.insert(person).values(kind=kind, id=1, name=name, user_id=user))


def make_family(database: Database) -> None:
    """Insert client 1, Ms Ada Client, and agent 1 of student 1."""
    with database.transaction(as_service("teaching")) as tx:
        ada = {"kind": "client", "id": 1, "title": "Ms", "name": "Ada Client", "email": "ada@family.example"}
        tx.execute(sa.insert(person).values(ada))
        tx.execute(sa.insert(client_student).values(id=1, client_id=1, student_id=1))
        tx.execute(sa.update(person).where(person.c.kind == "student", person.c.id == 1).values(agent_id=1))


def row_of(database: Database, slip_id: int) -> dict[str, Any]:
    """Return the current slip."""
    with database.read() as connection:
        return dict(connection.execute(sa.select(slip).where(slip.c.id == slip_id)).mappings().one())
