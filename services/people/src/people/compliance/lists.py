"""Lists of missing data of students, tutors, staff and courses."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.lists import By, Column, Figures, Filter, ListSpec, Tab
from people.compliance.attributes import GAP
from people.compliance.fields import GAP_FIELDS
from people.compliance.model import requirement_gap
from people.compliance.past import as_of
from people.compliance.places import PLACE, missing_path
from people.courses.model import course
from people.courses.queries import COURSE_TITLE
from people.persons.model import TABLES, student, tutor
from people.persons.queries import full_name
from people.policy import COMPLIANCE
from people.reference.model import department
from people.requirements.attributes import MENDERS, SEVERITIES
from people.requirements.model import requirement

_g, _r = requirement_gap.c, requirement.c


def _missing(kind: str, table: sa.Table, name: sa.ColumnElement[str], **more: Any) -> ListSpec:
    """Return the open and waived gaps of one kind of record."""
    plural = missing_path(kind).split("/")[2]
    source = requirement_gap.join(requirement, _r.id == _g.requirement_id).join(table, table.c.id == _g.record_id)
    return ListSpec(
        name=f"{plural}Missing",
        path=missing_path(kind),
        one="missing entry",
        source=source.outerjoin(department, department.c.id == table.c.department_id),
        where=sa.and_(_g.kind == kind, _g.status != "mended"),
        columns=GAP.columns(
            Column(name="id", expression=_g.id, type="id", hidden=True),
            Column(name="name", expression=name, title=kind.title(), width=180),
            Column(name="missing", expression=_r.title, width=230),
            *("since", "status"),
            Column(name="severity", expression=_r.severity, type="select", options=SEVERITIES, width=105),
            Column(
                name="mender", expression=_r.mender, title="Who supplies it", type="select", options=MENDERS, width=150
            ),
            Column(name="department", expression=department.c.title, width=105),
            "waivedUntil",
            Column(name=f"{kind}Id", expression=table.c.id, type="id", hidden=True),
            Column(name="place", expression=PLACE, hidden=True, answers=str),
        ),
        filters=GAP.filters(
            "status",
            Filter(name="severity", expression=_r.severity, options=SEVERITIES),
            Filter(name="mender", expression=_r.mender, title="Who supplies it", options=MENDERS),
            Filter(name="department", expression=table.c.department_id, options_from="/departments"),
            *("since", "requirementId"),
            Filter(name=f"{kind}Id", expression=table.c.id, hidden=True),
        ),
        tabs=[Tab(filter="status", with_all=True, opens="open")],
        may=COMPLIANCE,
        default_sort="since",
        record=GAP_FIELDS,
        figures=Figures(by=(By("requirementId", text="missing"), "severity", "mender", "since"), as_of=as_of(kind)),
        **more,
    )


STUDENTS_MISSING = _missing(
    "student", student, full_name(student), title="Students with missing data", search=student.c.search
)
COURSES_MISSING = _missing("course", course, COURSE_TITLE, title="Courses with missing data", search=course.c.search)
TUTORS_MISSING = _missing("tutor", tutor, full_name(tutor), title="Tutors with missing data", search=tutor.c.search)
_staff = TABLES["staff"]
STAFF_MISSING = _missing("staff", _staff, full_name(_staff), title="Staff with missing data", search=_staff.c.search)
LISTS = (STUDENTS_MISSING, TUTORS_MISSING, STAFF_MISSING, COURSES_MISSING)
