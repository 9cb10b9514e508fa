"""The parts of a course's answers beyond its fields and columns."""

from __future__ import annotations

from typing import TypedDict

from kit.http.shapes import Choice, Named


class CourseName(Choice):
    """A course by level, subject and number."""


class NamedPerson(Named):
    """A person by name."""


class CourseGrades(TypedDict):
    """`teaching.md 3`."""

    reach: str | None
    match: str | None
    safety: str | None
    previous: str | None
    syllabusCode: str | None
    optionCode: str | None


class StudentOnCourse(TypedDict):
    """A student with the place on the course."""

    id: int
    cwsId: int
    name: str
    status: str
    under18: bool | None
    grades: CourseGrades
    syllabus: str | None
    option: str | None


class TutorOfCourse(TypedDict):
    """A tutor of the course. On the course of a student under 18, staff see the tutor's missing checks, and who allowed
    an exception for all of them and why."""

    id: int
    name: str
    linkId: int
    status: str
    offer: str
    missingChecks: list[str]
    exception: str | None


class ExceptionAllowed(TypedDict):
    """The tutor's place on the course, after an exception."""

    id: int


class CourseParts(TypedDict):
    """The parts of a course profile beyond its fields."""

    title: str
    department: str | None
    students: list[StudentOnCourse]
    tutors: list[TutorOfCourse]
