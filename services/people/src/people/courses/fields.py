"""Editable fields of courses, of their students and tutors, and of tutors' subjects.

The event of a course names its tutors and students, so each change of them locks the course and publishes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kit.database import Tx
from kit.policy import Actor, Attach, Row, Rule, nobody
from kit.records import Acts, Change, Create, Delete, FieldSet, Parent
from kit.values import Text
from people.courses import attributes, queries
from people.courses.answers import CourseParts
from people.courses.commands import publish_course
from people.courses.model import course, tutor_subject
from people.courses.policy import COURSES, STUDENTS_ON_COURSES, TAUGHT_COURSES, TUTOR_SUBJECTS, TUTORS_ON_COURSES
from people.enrolment.attributes import COURSE_STUDENT, COURSE_TUTOR, GRADE_KINDS, ON_COURSE
from people.enrolment.model import course_student, course_tutor
from people.policy import OFFICE, STAFF, SYS_ADMIN
from people.requirements import guard


def _teaches(actor: Actor, row: Row | None) -> bool:
    """Return whether the actor is a tutor: they reach only courses that they teach."""
    return actor.person("tutor") is not None


TUTOR_OF_COURSE = Rule("tutor of the course", _teaches)


REASON = Text(max_length=500)
"""The reason why a tutor without valid checks may teach a child (`people.requirements.guard`)."""


def _check_tutor(tx: Tx, values: Mapping[str, Any]) -> Mapping[str, Any]:
    """Refuse a tutor without valid checks on the course of a child."""
    if guard.has_child(tx.connection, values["course_id"]):
        guard.refuse_unchecked(tx, values["course_id"], [values["tutor_id"]], values.get("exceptionReason") or "")
    return {}


def _check_student(tx: Tx, values: Mapping[str, Any]) -> Mapping[str, Any]:
    """Refuse a child on a course whose tutors have no valid checks."""
    is_on_it = values.get("status", "active") in ON_COURSE
    if is_on_it and guard.is_child(tx.connection, values["student_id"]):
        tutors = guard.tutors_of(tx.connection, values["course_id"])
        guard.refuse_unchecked(tx, values["course_id"], tutors, values.get("exceptionReason") or "")
    return {}


def _check_return(tx: Tx, change: Change) -> None:
    """Refuse a child who returns to a course whose tutors have no valid checks."""
    if change.new in ON_COURSE and change.old not in ON_COURSE:
        _check_student(tx, {**change.row, "status": change.new})


def _course_changed(tx: Tx, change: Change) -> None:
    publish_course(tx, change.row["id"])


def _status_changed(tx: Tx, change: Change) -> None:
    """Refuse to resume a course with a student under 18 and a tutor without valid checks."""
    record = change.row["id"]
    begins = change.new in ON_COURSE and change.old not in ON_COURSE
    if begins and guard.has_child(tx.connection, record):
        guard.refuse_unchecked(tx, record, guard.tutors_of(tx.connection, record))
    publish_course(tx, record)


COURSE_FIELDS = FieldSet(
    name="course",
    table=course,
    path="/courses/{id}",
    routes=[("POST", "/course/{id}/edit")],
    sections=attributes.COURSE.sections(
        {
            "course": "Course",
            "syllabus": "Syllabus and option",
            "place": "Department and dates",
            "hours": "Hours",
            "notes": "Notes",
        },
        {entry.name: Acts(after=_course_changed) for entry in attributes.COURSE}
        | {
            "studyPlanNotRequired": Acts(after=_course_changed, may=OFFICE),
            "notes": Acts(after=_course_changed, may=STAFF),
            "status": Acts(after=_status_changed),
        },
    ),
    scope=COURSES,
    attach=Attach(TAUGHT_COURSES),
    may=STAFF,
    create=Create(
        fields=("subject", "level", "board", "type", "status", "departmentId", "academicYearId", "fullTime"),
        after=lambda tx, record, values: publish_course(tx, record),
    ),
    delete=Delete(
        may=SYS_ADMIN,
        mark={"status": "deleted"},
        after=lambda tx, row: publish_course(tx, row["id"], status="deleted"),
    ),
    extra=queries.extra,
    answers=CourseParts,
    ordered=(("starts", "ends"),),
    actions={"addStudent": STAFF, "addTutor": STAFF, "changeGrades": STAFF | TUTOR_OF_COURSE},
)


COURSE_STUDENT_FIELDS = FieldSet(
    name="cws",
    table=course_student,
    path="/courses/students/{id}",
    sections=COURSE_STUDENT.sections(
        {"cws": "Student on course", "grades": "Grades", "syllabus": "Syllabus and option"},
        {
            name: Acts(may=STAFF | TUTOR_OF_COURSE)
            for name in (*(f"{kind}Grade" for kind in GRADE_KINDS), "syllabus", "option")
        }
        | {"status": Acts(after=_check_return)},
    ),
    scope=STUDENTS_ON_COURSES,
    may=STAFF,
    parent=Parent.announce(COURSE_FIELDS, course_student.c.course_id, publish_course),
    create=Create(
        fields=("courseId", "studentId", "status"), complete=_check_student, also={"exceptionReason": REASON}
    ),
)
"""Course with student. A student who leaves a course becomes withdrawn (`enrolment.attributes.STUDENT_STATUSES`)."""

COURSE_TUTOR_FIELDS = FieldSet(
    name="courseTutor",
    table=course_tutor,
    path="/courses/tutors/{id}",
    sections=COURSE_TUTOR.sections({"tutor": "Tutor on course"}),
    scope=TUTORS_ON_COURSES,
    may=nobody,
    parent=Parent.announce(COURSE_FIELDS, course_tutor.c.course_id, publish_course),
    create=Create(fields=("courseId", "tutorId"), may=STAFF, complete=_check_tutor, also={"exceptionReason": REASON}),
    delete=Delete(may=STAFF),
)

TUTOR_SUBJECT_FIELDS = FieldSet(
    name="tutorSubject",
    table=tutor_subject,
    path="/tutors/subjects/{id}",
    sections=attributes.TUTOR_SUBJECT.sections({"subject": "Tutor subject"}),
    scope=TUTOR_SUBJECTS,
    may=STAFF,
    create=Create(fields=("tutorId", "subject", "level", "board", "note")),
    delete=Delete(),
)

FIELDSETS = (COURSE_FIELDS, COURSE_STUDENT_FIELDS, COURSE_TUTOR_FIELDS, TUTOR_SUBJECT_FIELDS)
