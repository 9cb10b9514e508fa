"""Lists whose figures are the statistics; each group links to its rows in the slip list, the absences or the hours."""

from __future__ import annotations

import sqlalchemy as sa

from kit.lists import By, Column, Figures, ListSpec
from kit.policy import staff
from teaching.copies.model import department, person
from teaching.slips.attributes import SLIP
from teaching.slips.lists import SLIPS
from teaching.slips.model import slip
from teaching.slips.policy import SCOPE
from teaching.statistics.hours import COURSE_HOURS, TUTORIAL_HOURS
from teaching.statistics.patterns import PATTERNS

_c = slip.c
_tutor, _student = person.alias("of_tutor"), person.alias("of_student")
_tutors, _students = department.alias("tutor_department"), department.alias("student_department")
_FIGURED = (
    "status",
    "type",
    "present",
    "tutorialDate",
    "isLate",
    "handedIn",
    "departmentId",
    "tutorDepartmentId",
    "studentDepartmentId",
    "tutorId",
    "studentId",
    "courseId",
)

SLIP_STATISTICS = ListSpec(
    name="slipStatistics",
    path="/slip/statistics",
    title="Slips",
    one="slip",
    source=(
        slip.outerjoin(department, department.c.id == _c.department_id)
        .outerjoin(_tutor, sa.and_(_tutor.c.kind == "tutor", _tutor.c.id == _c.tutor_id))
        .outerjoin(_tutors, _tutors.c.id == _tutor.c.department_id)
        .outerjoin(_student, sa.and_(_student.c.kind == "student", _student.c.id == _c.student_id))
        .outerjoin(_students, _students.c.id == _student.c.department_id)
    ),
    key=_c.id,
    scope=SCOPE,
    may=staff,
    target="/system/slips?slip={id}",
    where=_c.status != "deleted",
    default_sort="-tutorialDate",
    search=_c.search,
    columns=SLIP.columns(
        Column(name="id", expression=_c.id, type="id", hidden=True),
        *("student", "tutor", "course", "tutorialDate", "tutorialEnd", "status", "type", "submitted", "approved"),
        Column(name="department", expression=department.c.title),
        Column(name="tutorDepartment", expression=_tutors.c.title, title="Tutor's department", hidden=True),
        Column(name="studentDepartment", expression=_students.c.title, title="Student's department", hidden=True),
    ),
    filters=[entry for name in _FIGURED if (entry := SLIPS.filter(name))],
    figures=Figures(
        by=(
            *("status", "type", "present", "tutorialDate", "isLate", "handedIn"),
            By("departmentId", text="department"),
            By("tutorDepartmentId", text="tutorDepartment", value=_tutor.c.department_id),
            By("studentDepartmentId", text="studentDepartment", value=_student.c.department_id),
            By("tutorId", text="tutor"),
            By("studentId", text="student"),
            By("courseId", text="course"),
        )
    ),
)
"""Slips as in `/system/slips`, with the departments of tutors and students as dimensions."""

LISTS = (SLIP_STATISTICS, PATTERNS, COURSE_HOURS, TUTORIAL_HOURS)
