"""Tables of compliance: checks, the single central record, requirements, gaps, exceptions and looks.

One tutor of a student under 18 has a DBS check that lapsed yesterday.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

import psycopg

from kit.database.sql import compiled
from people.checks import central
from people.compliance import missing
from services.demo.tables import Record, write
from services.demo.world import TODAY, Course, Person, World

EMPTY = "SELECT NOT EXISTS (SELECT FROM requirement)"
_LAW, _OURS = "Keeping children safe in education, part three", "Admissions policy"
_CHILD = {"age_below": 18, "statuses": ["active"]}

_CHECKS = (
    (
        "tutor",
        ("identity", "barredList", "enhancedDbs", "prohibition", "qualifications", "rightToWork", "onlineSearch"),
    ),
    ("staff", ("identity", "barredList", "enhancedDbs", "rightToWork", "onlineSearch")),
    ("invigilator", ("identity", "barredList", "enhancedDbs", "rightToWork")),
)
_REQUIREMENTS: tuple[tuple[str, str, Mapping[str, Any]], ...] = (
    ("Parental consent", "student.field.parentalConsent", _CHILD | {"severity": "legal", "source": _OURS}),
    ("Emergency contact", "student.field.emergencyContacts", {"statuses": ["active"], "source": _OURS}),
    ("Parent or guardian", "student.link.guardian", _CHILD | {"severity": "legal", "source": _OURS}),
    (
        "Valid passport",
        "student.document.passportExpires",
        {
            "statuses": ["active"],
            "student_type": "fulltime",
            "severity": "legal",
            "mender": "affiliateCompliance",
            "source": "UKVI sponsor guidance",
        },
    ),
    ("Nationality", "student.field.nationality", {"statuses": ["active"], "severity": "advised"}),
    ("School", "student.field.school", {"statuses": ["active"], "student_type": "asp", "severity": "advised"}),
    ("Address of student", "student.link.address", {"statuses": ["active"]}),
    (
        "Enhanced DBS of tutor",
        "tutor.check.enhancedDbs",
        {"severity": "legal", "mender": "affiliateCompliance", "source": _LAW},
    ),
    (
        "Barred list of tutor",
        "tutor.check.barredList",
        {"severity": "legal", "mender": "affiliateCompliance", "source": _LAW},
    ),
    ("Tutor charter", "tutor.acceptance.charterAccepted", {"mender": "tutorSupport", "source": "Tutor charter"}),
    (
        "Identity of staff",
        "staff.check.identity",
        {"severity": "legal", "mender": "affiliateCompliance", "source": _LAW},
    ),
    ("Course has a tutor", "course.link.tutor", {"statuses": ["active"]}),
    ("First exam of course", "course.field.firstExam", {"statuses": ["active"], "mender": "examsOffice"}),
    (
        "Exam syllabus",
        "course.field.syllabus",
        {"statuses": ["active"], "severity": "advised", "mender": "examsOffice"},
    ),
    ("Photo consent", "student.field.photoOnDocuments", {"active": False, "severity": "advised"}),
)
_SUPPLIED = """
UPDATE student SET parental_consent = coalesce(enrolled, created::date) WHERE id % 7 <> 0;
UPDATE student SET emergency_contacts = '[]' WHERE id % 23 = 5;
UPDATE student SET passport_expires = current_date + (id * 31 % 900 - 60)::integer WHERE student_type = 'fulltime';
"""


def lapsed(world: World) -> Course:
    """Return the course whose first tutor's DBS check lapsed yesterday: the course of a child, after those of the demo
    accounts."""
    born = {one.id: one.birth for one in world.people["student"]}
    working = {one.id for one in world.people["tutor"] if one.status == "active"}
    young = TODAY - dt.timedelta(days=17 * 365)
    return next(
        course
        for course in world.drawn
        if course.status == "active"
        and course.tutors[0] > 20
        and course.tutors[0] in working
        and any(born[student] > young for student in course.students)
    )


_PAST = """
UPDATE requirement_gap SET since = now() - (7 + id * 37 %% 200) * interval '1 day';
INSERT INTO requirement_gap (requirement_id, kind, record_id, since, status, mended)
SELECT requirement_id, kind, record_id, since - interval '150 days', 'mended', since - interval '20 days'
FROM requirement_gap WHERE id %% 3 = 0;
UPDATE requirement_gap SET status = 'waived', waived_until = current_date + 30, waived = now(),
  waived_reason = 'The family sends the form from abroad', waived_by_name = %(name)s, waived_by_id = %(user)s
WHERE id IN (
  SELECT min(id) FROM requirement_gap WHERE status = 'open' AND kind IN ('student', 'course')
  GROUP BY requirement_id HAVING count(*) > 3
) OR id IN (
  SELECT min(id) FROM requirement_gap WHERE status = 'open' AND kind IN ('tutor', 'staff')
  GROUP BY kind HAVING count(*) > 1
);
"""


def load(connection: psycopg.Connection[Any], world: World) -> None:
    """Fill all tables; the room's own statements find the gaps."""
    with connection.cursor() as cursor:
        for statement in _SUPPLIED.split(";"):
            if statement.strip():
                cursor.execute(statement.encode())
        course = lapsed(world)
        _check(cursor, world, course.tutors[0])
        write(cursor, "requirement", [_requirement(*entry) for entry in _REQUIREMENTS])
        _find_missing(cursor)
        office, compliance = world.by_username["academic"], world.by_username["compliance"]
        by = {"name": compliance.name, "user": compliance.user_id}
        for statement in _PAST.split(";"):
            if statement.strip():
                cursor.execute(statement.encode(), by)
        for kind in ("tutor", "staff", "invigilator"):
            for one in central.statements(kind):
                execute(cursor, one)
        readers = [(office.id, "Designated safeguarding lead"), (compliance.id, "Deputy")]
        write(
            cursor,
            "safeguarding_reader",
            [{"id": n, "staff_id": staff, "why": why} for n, (staff, why) in enumerate(readers, start=1)],
        )
        _except(cursor, course, office)
        _looks(cursor, world)


def execute(cursor: psycopg.Cursor[Any], statement: Any) -> None:
    sql = compiled(statement)
    cursor.execute(sql.sql.encode(), sql.fixed)


def _check(cursor: psycopg.Cursor[Any], world: World, lapsed_tutor: int) -> None:
    """Return checks of everybody except tutors in training; one lapsed, one pending, some that expire soon."""
    checks: list[Record] = []
    seen_by = world.by_username["compliance"].name
    for kind, types in _CHECKS:
        for person in world.people[kind]:
            if person.status == "training":
                continue
            day = TODAY - dt.timedelta(days=60 + person.id * 37 % 700)
            for check in types:
                expires = TODAY + dt.timedelta(days=10 + person.id * 53 % 900) if check == "enhancedDbs" else None
                if kind == "tutor" and person.id == lapsed_tutor and check == "enhancedDbs":
                    expires = TODAY - dt.timedelta(days=1)
                outcome = "pending" if kind == "staff" and person.id in (33, 34) and check == "identity" else "clear"
                number = f"{person.id * 7_919 % 10_000:04d}" if check in {"enhancedDbs", "identity"} else ""
                checks.append(
                    {
                        "id": len(checks) + 1,
                        "person_type": kind,
                        "person_id": person.id,
                        "type": check,
                        "outcome": outcome,
                        "date": day,
                        "expires": expires,
                        "number": number,
                        "seen_by": seen_by,
                    }
                )
    cursor.execute("DELETE FROM person_check")
    write(cursor, "person_check", checks)


def _requirement(title: str, measure: str, more: Mapping[str, Any]) -> Record:
    given: Record = {
        "title": title,
        "measure": measure,
        "age_below": None,
        "statuses": [],
        "student_type": None,
        "severity": "required",
        "mender": "academicOffice",
        "source": "",
        "active": True,
        "why": "We can only care for somebody whom we know." if measure.startswith("student") else "",
    }
    return {**given, **more}


def _find_missing(cursor: psycopg.Cursor[Any]) -> None:
    columns = (
        "id",
        "kind",
        "what",
        "item",
        "form_id",
        "active",
        "active_from",
        "statuses",
        "age_below",
        "student_type",
        "course_type",
    )
    rows = cursor.execute(f"SELECT {', '.join(columns)} FROM requirement ORDER BY id".encode()).fetchall()  # noqa: S608 - the columns are constants
    for row in rows:
        execute(cursor, missing.statement(dict(zip(columns, row, strict=True))))


def _except(cursor: psycopg.Cursor[Any], course: Course, by: Person) -> None:
    """Return an exception for the tutor whose check has lapsed, on one of their courses."""
    row = {
        "id": 1,
        "course_id": course.id,
        "tutor_id": course.tutors[0],
        "missing": "Enhanced DBS",
        "reason": "The renewed certificate was seen and is on its way",
        "allowed_by": by.name,
        "allowed_by_id": by.user_id,
        "created": dt.datetime.combine(TODAY, dt.time(9), dt.UTC) - dt.timedelta(days=1),
    }
    write(cursor, "check_override", [row])


def _looks(cursor: psycopg.Cursor[Any], world: World) -> None:
    """Return looks of the office, and of a colleague with a reason."""
    office, staff = world.by_username["academic"], world.by_username["staff"]
    for person, reason in ((office, ""), (staff, "Lunch of the open day on Saturday")):
        cursor.execute(
            """
            INSERT INTO look (student_id, user_id, user_name, fields, reason, created)
            SELECT id, %s, %s, '{medical}', %s, now() - id %% 9 * interval '1 day' - interval '2 hours'
            FROM student WHERE medical <> '' AND birth_date > current_date - interval '18 years' ORDER BY id LIMIT 4
            """,
            (person.user_id, person.name, reason),
        )
