"""Lists of courses and of tutor subjects."""

from __future__ import annotations

from dataclasses import replace

import sqlalchemy as sa

from kit.lists import Column, Filter, ListSpec, Tab
from kit.values import Option
from people.courses.answers import NamedPerson
from people.courses.fields import COURSE, COURSE_STUDENT, TUTOR_OF_COURSE, TUTOR_SUBJECT
from people.courses.model import course, tutor_subject
from people.courses.policy import COURSES as REACHED
from people.courses.policy import STUDENTS_ON_COURSES as REACHED_STUDENTS
from people.courses.policy import TUTOR_SUBJECTS as REACHED_SUBJECTS
from people.courses.rules import STATUSES, STUDENT_STATUSES, TYPES
from people.enrolment.model import course_student, course_tutor
from people.persons.catalogue import TUTOR
from people.persons.lists import under_18
from people.persons.model import student, tutor
from people.persons.queries import full_name
from people.policy import STAFF, reaches
from people.reference.model import department

_c = course.c


def _people(
    link: sa.Table, person: sa.Table, link_id: sa.Column[int], also: sa.ColumnElement[bool]
) -> sa.ColumnElement[object]:
    """`[{id, name}]` of the persons that a course's links name."""
    entries = (
        sa.select(person.c.id, full_name(person).label("name"))
        .select_from(link.join(person, person.c.id == link_id))
        .where(link.c.course_id == _c.id, also)
        .order_by(person.c.last_key, person.c.id)
        .correlate(course)
        .lateral()
    )
    made = sa.func.json_agg(sa.func.json_build_object("id", entries.c.id, "name", entries.c.name))
    return sa.select(sa.func.coalesce(made, sa.text("'[]'::json"))).select_from(entries).scalar_subquery()


_TUTORS = _people(course_tutor, tutor, course_tutor.c.tutor_id, sa.true())
_STUDENTS = _people(course_student, student, course_student.c.student_id, course_student.c.status != "withdrawn")


def _course_list(name: str, path: str, title: str, where: sa.ColumnElement[bool] | None) -> ListSpec:
    return ListSpec(
        name=name,
        path=path,
        title=title,
        source=course.outerjoin(department, department.c.id == _c.department_id),
        key=_c.id,
        columns=[
            Column(name="id", expression=_c.id, type="id", sortable=True, width=70),
            Column(name="subject", expression=_c.subject, sortable=True, width=150),
            Column(name="level", expression=_c.level, sortable=True, width=120),
            Column(name="board", expression=_c.board, width=80),
            Column(name="type", expression=_c.type, type="select", options=TYPES, sortable=True, width=116),
            Column(name="status", expression=_c.status, type="select", options=STATUSES, sortable=True, width=110),
            Column(name="tutors", expression=_TUTORS, type="tags", width=180, answers=list[NamedPerson]),
            Column(name="students", expression=_STUDENTS, type="tags", width=260, answers=list[NamedPerson]),
            Column(name="department", expression=department.c.title, width=110),
            Column(name="syllabus", expression=_c.syllabus, width=90, compact=False),
            Column(name="option", expression=_c.option, width=90, compact=False),
            Column(
                name="fullTime", expression=_c.full_time, title="Full time", type="boolean", hidden=where is not None
            ),
            Column(name="departmentId", expression=_c.department_id, type="integer", hidden=True),
            Column(name="academicYearId", expression=_c.academic_year_id, type="integer", hidden=True),
            Column(name="studyPlanNotRequired", expression=_c.study_plan_not_required, type="boolean", hidden=True),
            Column(name="defaultDurationHr", expression=_c.default_duration_hr, type="integer", hidden=True),
            Column(name="defaultDurationMin", expression=_c.default_duration_min, type="integer", hidden=True),
            Column(name="created", expression=_c.created, type="datetime", sortable=True, hidden=True, compact=False),
        ],
        filters=[
            Filter(name="status", expression=_c.status, options=STATUSES),
            Filter(name="type", expression=_c.type, options=TYPES),
            Filter(name="subject", expression=_c.subject, options_from="/system/course/subjects"),
            Filter(name="level", expression=_c.level, options_from="/system/course/levels"),
            Filter(name="board", expression=_c.board, options_from="/system/boards"),
            Filter(name="department", expression=_c.department_id, options_from="/departments"),
            Filter(name="academicYear", expression=_c.academic_year_id, options_from="/academic-years/all"),
        ],
        tabs=[
            Tab(
                filter="status",
                options=(Option("", "All"), *STATUSES[:4]),
            )
        ],
        scope=REACHED,
        may=STAFF | TUTOR_OF_COURSE,  # a row names everybody on the course
        export=STAFF,
        where=where,
        default_sort="subject,level",
        search=_c.search,
        target="/courses/{id}",
        edit=COURSE,
    )


_s = tutor_subject.c
SUBJECTS = ListSpec(
    name="tutorSubjects",
    path="/tutors/subjects",
    aliases=["/system/tutorsubjectlist"],
    title="Tutor subjects",
    source=tutor_subject.join(tutor, tutor.c.id == _s.tutor_id),
    key=_s.id,
    columns=[
        Column(name="id", expression=_s.id, type="id", sortable=True, width=70, hidden=True),
        Column(name="tutor", expression=full_name(tutor), sort=tutor.c.last_key, sortable=True, width=200),
        Column(name="subject", expression=_s.subject, sortable=True, width=180),
        Column(name="level", expression=_s.level, sortable=True, width=140),
        Column(name="board", expression=_s.board, width=110),
        Column(name="note", expression=_s.note, width=240),
        Column(
            name="status", expression=tutor.c.status, title="Tutor status", type="select",
            options=TUTOR.statuses, width=120,
        ),
        Column(name="tutorId", expression=_s.tutor_id, type="integer", hidden=True),
    ],
    filters=[
        Filter(name="subject", expression=_s.subject, options_from="/system/course/subjects"),
        Filter(name="level", expression=_s.level, options_from="/system/course/levels"),
        Filter(name="board", expression=_s.board, options_from="/system/boards"),
        Filter(name="status", expression=tutor.c.status, title="Tutor status", options=TUTOR.statuses),
        Filter(name="tutorId", expression=_s.tutor_id, hidden=True),
    ],
    scope=REACHED_SUBJECTS,
    may=reaches(REACHED_SUBJECTS),
    export=STAFF,
    default_sort="subject,level",
    search=tutor.c.search,
    target="/tutors/{tutorId}",
    edit=TUTOR_SUBJECT,
)  # fmt: skip
"""Which tutor teaches what (`platform.md 2`, /tutorsubjects)."""

_w = course_student.c
_GRADES = ("reach", "match", "safety", "previous")
STUDENTS = ListSpec(
    name="courseStudents",
    path="/courses/students",
    title="Students on courses",
    source=course_student.join(student, student.c.id == _w.student_id).join(course, course.c.id == _w.course_id),
    key=_w.id,
    columns=[
        Column(name="id", expression=_w.id, type="id", sortable=True, hidden=True, width=70),
        Column(name="name", expression=full_name(student), title="Student", width=180),
        Column(name="course", expression=course.c.level + " " + course.c.subject, hidden=True, width=200),
        Column(name="status", expression=_w.status, type="select", options=STUDENT_STATUSES, width=120),
        *(Column(name=f"{one}Grade", expression=_w[f"{one}_grade"], title=one.title(), width=95) for one in _GRADES),
        Column(name="syllabus", expression=_w.syllabus, width=100),
        Column(name="option", expression=_w.option, width=90),
        Column(name="under18", expression=under_18(student.c.birth_date), title="Under 18", type="boolean", width=105),
        Column(name="courseId", expression=_w.course_id, type="integer", hidden=True),
        Column(name="studentId", expression=_w.student_id, type="integer", hidden=True),
    ],
    filters=[
        Filter(name="status", expression=_w.status, options=STUDENT_STATUSES),
        Filter(name="courseId", expression=_w.course_id, hidden=True),
        Filter(name="studentId", expression=_w.student_id, hidden=True),
    ],
    scope=REACHED_STUDENTS,
    may=reaches(REACHED_STUDENTS),
    export=STAFF,
    default_sort="id",
    search=student.c.search,
    target="/students/{studentId}",
    # A student is added with a course at hand, by the course's own screen.
    edit=replace(COURSE_STUDENT, create=None),
)
"""Students on courses with their grades (cws), the table of a course's profile."""

LISTS = (
    STUDENTS,
    _course_list("courses", "/courses", "Courses", None),
    _course_list("fullTimeCourses", "/courses/fulltime", "Full-time courses", _c.full_time),
    SUBJECTS,
)
