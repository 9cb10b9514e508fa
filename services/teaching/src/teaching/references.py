"""Kinds of record of other services to which teaching refers. `module.py` of each room has their uses."""

from __future__ import annotations

from kit.records.references import Foreign
from teaching.copies.model import academic_year, course, department, organisation

FOREIGN = (
    Foreign(path="/orgs", name="organisation", owner="identity", copy=organisation, archives=True),
    Foreign(path="/departments", name="department", owner="identity", copy=department, archives=True),
    Foreign(
        path="/academic-years",
        name="academic year",
        owner="identity",
        copy=academic_year,
        archives=True,
        sources=("/academic-years/all",),
    ),
    Foreign(path="/courses", name="course", owner="people", copy=course),
    Foreign(path="/courses/students", name="student on a course", owner="people"),
    Foreign(path="/students", name="student", owner="people"),
    Foreign(path="/tutors", name="tutor", owner="people"),
    Foreign(path="/staff", name="member of staff", owner="people"),
    Foreign(path="/invigilators", name="invigilator", owner="people"),
)
