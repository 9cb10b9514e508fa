"""Records of people for tests: each builder writes one row with defaults for the values that the test does not give."""

from __future__ import annotations

import datetime as dt
from typing import Any

import sqlalchemy as sa

from kit.database import Database
from kit.policy import Actor, as_service
from kit.values.days import today
from people.checklists.model import checklist_step, checklist_template
from people.checks.model import person_check
from people.courses.model import course
from people.enrolment.model import course_student, course_tutor
from people.exams.model import exam, exam_series
from people.leads.model import enquiry, enquiry_with_type
from people.persons.model import TABLES, address, client_student
from people.reference import model as words
from people.requirements.model import requirement
from staffroom_testing import actor


def insert(database: Database, table: sa.Table, values: dict[str, Any]) -> int:
    with database.transaction(as_service("people")) as tx:
        return tx.insert(table, values)


def row_of(database: Database, table: sa.Table, record: int) -> dict[str, Any]:
    """Return the current row."""
    with database.read() as connection:
        return dict(connection.execute(sa.select(table).where(table.c.id == record)).mappings().one())


def make_person(database: Database, kind: str, **values: Any) -> int:
    """Insert Ada Lovelace, active, of any kind; return her id."""
    given = {"first_name": "Ada", "last_name": "Lovelace", "email": "ada@example.org", "status": "active"}
    return insert(database, TABLES[kind], given | values)


def make_words(database: Database) -> None:
    """Insert Mathematics, A-level, AQA and the grades A to C; department and organisation 1."""
    with database.transaction(as_service("people")) as tx:
        for name, titles in (
            ("subject", ("Mathematics", "Physics")),
            ("level", ("A-level", "GCSE")),
            ("board", ("AQA",)),
            ("grade", ("A", "B", "C")),
            ("exam_level", ("GCSE",)),
            ("exam_subject", ("Mathematics", "Physics")),
        ):
            for position, title in enumerate(titles):
                tx.execute(sa.insert(words.TABLES[name]).values(title=title, position=position))
        tx.execute(sa.insert(words.organisation).values(id=1, title="Oxford"))
        tx.execute(sa.insert(words.department).values(id=1, title="Oxford", organisation_id=1))


def make_course(database: Database, **values: Any) -> int:
    """Insert A-level Mathematics, individual, active; requires `make_words`."""
    given = {"subject": "Mathematics", "level": "A-level", "board": "AQA", "type": "indiv", "status": "active"}
    return insert(database, course, given | values)


def attend(database: Database, course_id: int, student_id: int, **values: Any) -> int:
    """Put the student on the course; return the cws id."""
    return insert(database, course_student, {"course_id": course_id, "student_id": student_id} | values)


def teach(database: Database, course_id: int, tutor_id: int) -> int:
    return insert(database, course_tutor, {"course_id": course_id, "tutor_id": tutor_id})


def make_child(database: Database, client_id: int, student_id: int, **values: Any) -> int:
    return insert(database, client_student, {"client_id": client_id, "student_id": student_id} | values)


def make_address(database: Database, kind: str, person_id: int, **values: Any) -> int:
    given = {
        "person_type": kind,
        "person_id": person_id,
        "title": "Home",
        "line1": "1 Mill Road",
        "postcode": "OX1 1AA",
    }
    return insert(database, address, given | values)


def make_series(database: Database, **values: Any) -> int:
    """Insert Summer 2027, public."""
    given = {"name": "Summer 2027", "type": "public", "season": "summer", "year": 2027}
    return insert(database, exam_series, given | values)


def make_exam(database: Database, series_id: int, **values: Any) -> int:
    """Insert AQA GCSE Mathematics with three papers; requires `make_words`."""
    given = {
        "series_id": series_id,
        "name": "Mathematics",
        "board": "AQA",
        "code": "8300",
        "level": "GCSE",
        "subject": "Mathematics",
        "papers": 3,
    }
    return insert(database, exam, given | values)


def make_lead(database: Database, **values: Any) -> int:
    """Insert Ada Lovelace, new, to be called tomorrow, without an owner."""
    tomorrow = dt.datetime.now(dt.UTC) + dt.timedelta(days=1)
    given = {
        "first_name": "Ada",
        "last_name": "Lovelace",
        "email": "ada@example.org",
        "next_step": "Call",
        "next_due": tomorrow,
    }
    return insert(database, enquiry, given | values)


def make_enquiry(database: Database, **values: Any) -> int:
    """Insert Ada Lovelace's request for supplementary tuition, with nobody on record; return the enquiryWithTypeId."""
    enquiry_id = make_lead(database)
    return insert(database, enquiry_with_type, {"enquiry_id": enquiry_id, "type": "supp"} | values)


def staff(*roles: str) -> Actor:
    """Return a member of staff with further roles."""
    return actor("staff", *roles, persons={"staff": 900})


def person(kind: str, record: int) -> Actor:
    """Return the signed-in actor of a tutor, student, client ..."""
    return actor(kind, persons={kind: record})


def make_requirement(database: Database, measure: str, **values: Any) -> int:
    """Insert a requirement that is in force: `student.field.parentalConsent`."""
    return insert(database, requirement, {"title": "Consent", "measure": measure} | values)


def make_check(database: Database, kind: str, person_id: int, check: str, **values: Any) -> int:
    """Insert a clear check of today."""
    given = {"person_type": kind, "person_id": person_id, "type": check, "date": today()}
    return insert(database, person_check, given | values)


def make_template(database: Database, about: str, *steps: dict[str, Any], **values: Any) -> int:
    """Insert a template with its steps, started by hand."""
    template = insert(database, checklist_template, {"title": "New", "about": about} | values)
    for place, step in enumerate(steps):
        insert(database, checklist_step, {"template_id": template, "place": place, "title": f"Step {place + 1}"} | step)
    return template


def years_ago(years: int) -> dt.date:
    """Return a birth date for an age."""
    return today() - dt.timedelta(days=years * 366)
