"""Editable fields of courses, of students and tutors on them, and of what tutors teach.

A course's event carries its tutors and students, so every change here is followed by `commands.publish_course`.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from kit.database import Tx
from kit.policy import Actor, Attach, Row, Rule, nobody
from kit.records import Change, Create, Delete, Field, FieldSet, Section
from kit.values import Boolean, Date, DecimalNumber, FieldType, Integer, Listed, Reference, RichText, Select, Text
from kit.values.labels import snake
from people.courses import queries
from people.courses.answers import CourseParts
from people.courses.commands import publish_course
from people.courses.model import course, tutor_subject
from people.courses.policy import COURSES, STUDENTS_ON_COURSES, TAUGHT_COURSES, TUTOR_SUBJECTS, TUTORS_ON_COURSES
from people.courses.rules import OPTION_MOST, STATUSES, STUDENT_STATUSES, TYPES
from people.enrolment.model import course_student, course_tutor
from people.policy import OFFICE, STAFF, SYS_ADMIN, reaches

BOARDS, LEVELS, SUBJECTS, GRADES = (
    "/system/boards", "/system/course/levels", "/system/course/subjects", "/system/grades",
)  # fmt: skip


def _teaches(actor: Actor, row: Row | None) -> bool:
    """A tutor reaches the courses they teach and no other, so to reach it is enough."""
    return actor.person("tutor") is not None


TUTOR_OF_COURSE = Rule("tutor of the course", _teaches)


def _course_changed(tx: Tx, change: Change) -> None:
    publish_course(tx, change.row["id"])


def _field(name: str, kind: FieldType, title: str = "", **more: Any) -> Field:
    return Field(name=name, column=course.c[snake(name)], type=kind, title=title, after=_course_changed, **more)


def _word(source: str, *, required: bool = False) -> Listed:
    return Listed(source=source, required=required)


COURSE = FieldSet(
    name="course",
    table=course,
    path="/courses/{id}",
    routes=[("POST", "/course/{id}/edit")],
    sections=[
        Section("course", "Course", [
            _field("board", _word(BOARDS)),
            _field("level", _word(LEVELS, required=True)),
            _field("subject", _word(SUBJECTS, required=True)),
            _field("type", Select(choices=TYPES, required=True)),
            _field("status", Select(choices=STATUSES, required=True)),
            _field("fullTime", Boolean(), "Full time"),
        ]),
        Section("syllabus", "Syllabus and option", [
            _field("syllabus", Text(max_length=OPTION_MOST), help="At most 10 characters"),
            _field("option", Text(max_length=OPTION_MOST), help="At most 10 characters"),
            _field("studyPlanNotRequired", Boolean(), "Study plan not required", may=OFFICE),
        ]),
        Section("place", "Department and dates", [
            _field("departmentId", Reference(source="/departments"), "Department"),
            _field("organisationId", Reference(source="/orgs"), "Organisation"),
            _field("academicYearId", Reference(source="/academic-years/all"), "Academic year"),
            _field("starts", Date()),
            _field("ends", Date()),
        ]),
        Section("hours", "Hours", [
            _field("defaultDurationHr", Integer(maximum=12), "Tutorial length, hours"),
            _field("defaultDurationMin", Integer(maximum=59), "and minutes"),
            _field("hours", DecimalNumber(maximum=Decimal(2000)), "Hours agreed"),
        ]),
        Section("notes", "Notes", [_field("notes", RichText(), may=STAFF, shown=STAFF, help="Seen by staff only")]),
    ],
    scope=COURSES,
    attach=Attach(TAUGHT_COURSES),
    read=reaches(COURSES),
    may=STAFF,
    create=Create(
        path="/courses", may=STAFF, after=lambda tx, record, values: publish_course(tx, record),
        fields=("subject", "level", "board", "type", "status", "departmentId", "academicYearId", "fullTime"),
    ),
    delete=Delete(
        path="/courses/{id}", may=SYS_ADMIN, mark={"status": "deleted"},
        after=lambda tx, row: publish_course(tx, row["id"], status="deleted"),
    ),
    extra=queries.extra,
    answers=CourseParts,
    ordered=(("starts", "ends"),),
    actions={"addStudent": STAFF, "addTutor": STAFF, "changeGrades": STAFF | TUTOR_OF_COURSE},
)  # fmt: skip


def _cws_changed(tx: Tx, change: Change) -> None:
    publish_course(tx, change.row["course_id"])


def _grade(name: str) -> Field:
    return Field(
        name=f"{name}Grade", column=course_student.c[f"{name}_grade"], type=_word(GRADES), may=STAFF | TUTOR_OF_COURSE,
    )  # fmt: skip


COURSE_STUDENT = FieldSet(
    name="cws",
    table=course_student,
    path="/courses/students/{id}",
    sections=[
        Section("cws", "Student on course", [
            Field(name="courseId", column=course_student.c.course_id, title="Course", read_only=True,
                  type=Integer(minimum=1, maximum=9_007_199_254_740_991, required=True)),
            Field(name="studentId", column=course_student.c.student_id, title="Student", read_only=True,
                  type=Reference(source="/students/names", required=True)),
            Field(name="status", column=course_student.c.status, after=_cws_changed,
                  type=Select(choices=STUDENT_STATUSES, required=True)),
        ]),
        Section("grades", "Grades", [_grade(name) for name in ("reach", "match", "safety", "previous")]),
        Section("syllabus", "Syllabus and option", [
            Field(name="syllabus", column=course_student.c.syllabus, type=Text(max_length=OPTION_MOST)),
            Field(name="option", column=course_student.c.option, type=Text(max_length=OPTION_MOST)),
        ]),
    ],
    scope=STUDENTS_ON_COURSES,
    read=reaches(STUDENTS_ON_COURSES),
    may=STAFF,
    create=Create(
        path="/courses/students", fields=("courseId", "studentId", "status"), may=STAFF,
        after=lambda tx, record, values: publish_course(tx, values["course_id"]),
    ),
)  # fmt: skip
"""Course with student. Who leaves a course is withdrawn (`rules.STUDENT_STATUSES`)."""

COURSE_TUTOR = FieldSet(
    name="courseTutor",
    table=course_tutor,
    path="/courses/tutors/{id}",
    sections=[
        Section("tutor", "Tutor on course", [
            Field(name="courseId", column=course_tutor.c.course_id, title="Course", read_only=True,
                  type=Integer(minimum=1, maximum=9_007_199_254_740_991, required=True)),
            Field(name="tutorId", column=course_tutor.c.tutor_id, title="Tutor", read_only=True,
                  type=Reference(source="/tutors/names", required=True)),
        ]),
    ],
    scope=TUTORS_ON_COURSES,
    read=reaches(TUTORS_ON_COURSES),
    may=nobody,
    create=Create(
        path="/courses/tutors", fields=("courseId", "tutorId"), may=STAFF,
        after=lambda tx, record, values: publish_course(tx, values["course_id"]),
    ),
    delete=Delete(
        path="/courses/tutors/{id}", may=STAFF,
        after=lambda tx, row: publish_course(tx, row["course_id"], without_tutor=row["tutor_id"]),
    ),
)  # fmt: skip

TUTOR_SUBJECT = FieldSet(
    name="tutorSubject",
    table=tutor_subject,
    path="/tutors/subjects/{id}",
    sections=[
        Section("subject", "Tutor subject", [
            Field(name="tutorId", column=tutor_subject.c.tutor_id, title="Tutor", read_only=True,
                  type=Reference(source="/tutors/names", required=True)),
            Field(name="subject", column=tutor_subject.c.subject, type=_word(SUBJECTS, required=True)),
            Field(name="level", column=tutor_subject.c.level, type=_word(LEVELS, required=True)),
            Field(name="board", column=tutor_subject.c.board, type=_word(BOARDS), help="Empty: every board"),
            Field(name="note", column=tutor_subject.c.note, type=Text(max_length=200)),
        ]),
    ],
    scope=TUTOR_SUBJECTS,
    read=reaches(TUTOR_SUBJECTS),
    may=STAFF,
    create=Create(
        path="/tutors/subjects", fields=("tutorId", "subject", "level", "board", "note"), may=STAFF
    ),
    delete=Delete(path="/tutors/subjects/{id}", may=STAFF),
)  # fmt: skip

FIELDSETS = (COURSE, COURSE_STUDENT, COURSE_TUTOR, TUTOR_SUBJECT)
