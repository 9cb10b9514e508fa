"""Lists of courses and of tutor subjects."""

from __future__ import annotations

from dataclasses import replace

import sqlalchemy as sa

from kit.database.nested import json_array, json_object
from kit.lists import Column, Filter, ListSpec, Tab, Timeline
from people.courses import attributes
from people.courses.answers import NamedPerson
from people.courses.fields import COURSE_FIELDS, COURSE_STUDENT_FIELDS, TUTOR_OF_COURSE, TUTOR_SUBJECT_FIELDS
from people.courses.model import course, tutor_subject
from people.courses.policy import ATTENDED
from people.courses.queries import COURSE_TITLE
from people.enrolment.attributes import COURSE_STUDENT, STUDENT_STATUSES
from people.enrolment.model import course_student, course_tutor
from people.persons.catalogue import TUTOR
from people.persons.model import student, tutor
from people.persons.queries import full_name, under_18
from people.policy import STAFF
from people.reference.model import department

_c = course.c


def _people(link: sa.Table, person: sa.Table, also: sa.ColumnElement[bool]) -> sa.ColumnElement[object]:
    """Return `[{id, name}]` of the persons that a course's links name."""
    entries = (
        sa.select(person.c.id, full_name(person).label("name"))
        .select_from(link.join(person))
        .where(link.c.course_id == _c.id, also)
        .order_by(person.c.last_key, person.c.id)
        .correlate(course)
        .lateral()
    )
    persons = json_array(json_object(id=entries.c.id, name=entries.c.name))
    return sa.select(persons).select_from(entries).scalar_subquery()


_TUTORS = _people(course_tutor, tutor, sa.true())
_STUDENTS = _people(course_student, student, course_student.c.status != "withdrawn")

COURSES = ListSpec(
    name="courses",
    title="Courses",
    source=course.outerjoin(department, department.c.id == _c.department_id),
    columns=attributes.COURSE.columns(
        Column(name="id", expression=_c.id, type="id", sortable=True, width=70),
        *("subject", "level", "board", "type", "status"),
        Column(name="tutors", expression=_TUTORS, type="tags", width=180, answers=list[NamedPerson]),
        Column(name="students", expression=_STUDENTS, type="tags", width=260, answers=list[NamedPerson]),
        Column(name="department", expression=department.c.title, width=110),
        *("syllabus", "option", "fullTime", "departmentId", "academicYearId", "studyPlanNotRequired"),
        *("defaultDurationHr", "defaultDurationMin", "starts", "ends", "firstExam"),
        Column(name="created", expression=_c.created, type="datetime", sortable=True, hidden=True, compact=False),
    ),
    filters=attributes.COURSE.filters(
        *("status", "type", "subject", "level", "fullTime", "board", "starts", "ends", "firstExam"),
        Filter(
            name="noTutor",
            title="Without a tutor",
            kind="boolean",
            condition=lambda yes: ~sa.exists().where(course_tutor.c.course_id == _c.id) == yes,
        ),
    ),
    tabs=[Tab(filter="status", options=STUDENT_STATUSES, with_all=True)],
    may=STAFF | TUTOR_OF_COURSE,  # each row names everybody on the course
    export=STAFF,
    default_sort="subject,level",
    search=_c.search,
    target="/courses/{id}",
    edit=COURSE_FIELDS,
    views=(Timeline(start="starts", end="ends", lane="department", title="subject", lines=("level",), color="status"),),
)
FULL_TIME = replace(
    COURSES,
    name="fullTimeCourses",
    path="/courses/fulltime",
    title="Full-time courses",
    where=_c.full_time,
    filters=[entry for entry in COURSES.filters if entry.name != "fullTime"],
    columns=[replace(column, hidden=True) if column.name == "fullTime" else column for column in COURSES.columns],
)

_s = tutor_subject.c
SUBJECTS = ListSpec(
    name="tutorSubjects",
    aliases=["/system/tutorsubjectlist"],
    title="Tutor subjects",
    source=tutor_subject.join(tutor),
    columns=attributes.TUTOR_SUBJECT.columns(
        Column(name="id", expression=_s.id, type="id", sortable=True, width=70, hidden=True),
        Column(name="tutor", expression=full_name(tutor), sort=tutor.c.last_key, sortable=True, width=200),
        *("subject", "level", "board", "note"),
        Column(
            name="status",
            expression=tutor.c.status,
            title="Tutor status",
            type="select",
            options=TUTOR.statuses,
            width=120,
        ),
    ),
    filters=attributes.TUTOR_SUBJECT.filters(
        *("subject", "level", "board"),
        Filter(name="status", expression=tutor.c.status, title="Tutor status", options=TUTOR.statuses),
    ),
    export=STAFF,
    default_sort="subject,level",
    search=tutor.c.search,
    target="/tutors/{tutorId}",
    edit=TUTOR_SUBJECT_FIELDS,
)
"""The subjects that tutors teach (`platform.md 2`, /tutorsubjects)."""

_w = course_student.c
STUDENTS = ListSpec(
    name="courseStudents",
    title="Students on courses",
    source=course_student.join(student).join(course),
    columns=COURSE_STUDENT.columns(
        Column(name="id", expression=_w.id, type="id", sortable=True, hidden=True, width=70),
        Column(name="name", expression=full_name(student), title="Student", width=180),
        Column(name="course", expression=COURSE_TITLE, hidden=True, width=200),
        *("status", "reachGrade", "matchGrade", "safetyGrade", "previousGrade", "syllabus", "option"),
        Column(name="under18", expression=under_18(student.c.birth_date), title="Under 18", type="boolean", width=105),
    ),
    filters=COURSE_STUDENT.filters("status"),
    export=STAFF,
    default_sort="id",
    search=student.c.search,
    target="/students/{studentId}",
    # The course's own screen adds students.
    edit=replace(COURSE_STUDENT_FIELDS, create=None),
)
"""Students on courses with their grades (cws), the table of a course's profile."""

_SHOWN = {"course": False, "under18": True, "syllabus": True, "option": True}
MY_COURSES = replace(
    STUDENTS,
    name="myCourses",
    path="/courses/my",
    title="Courses",
    one="course",
    naming="course",
    target="/courses/{courseId}",
    search=_c.search,
    scope=ATTENDED,
    may=ATTENDED.reached,
    export=ATTENDED.reached,
    edit=None,
    columns=[
        replace(column, hidden=_SHOWN.get(column.name, column.hidden))
        for column in sorted(STUDENTS.columns, key=lambda column: column.name != "course")
    ],
)
"""Courses that the caller or their child attends, for the client application (`docs/client.md`)."""

LISTS = (MY_COURSES, STUDENTS, COURSES, FULL_TIME, SUBJECTS)
