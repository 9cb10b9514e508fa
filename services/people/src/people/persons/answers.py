"""Answers to calls about persons besides the declared ones."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Annotated, Any, NotRequired, TypedDict

from kit.http.shapes import Choice, Named
from people.persons.attributes import ADDRESS
from people.policy import OF_COMPLIANCE


class NameChoice(Choice):
    """A choice of a form."""


class PersonDepartment(TypedDict):
    """The department of a person."""

    id: int
    title: str
    color: str


@ADDRESS.part("line1", "line2", "line3", "city", "postcode", "country")
class PostalAddress(TypedDict):
    """The address for letters to a person."""


@ADDRESS.part("title", "primary")
class PersonAddress(PostalAddress):
    """An address of a person; one is the primary address."""

    id: int


class PersonParts(TypedDict):
    """The parts of every profile beyond its fields."""

    name: str
    userId: int | None
    age: int | None
    under18: bool | None
    department: PersonDepartment | None
    addresses: list[PersonAddress]


class CheckOfPerson(TypedDict):
    """A check of a person before work with children, the latest first."""

    id: int
    type: str
    outcome: str
    date: dt.date
    expires: dt.date | None
    number: str
    reason: str
    seenBy: str


class CheckedParts(PersonParts):
    """Profile parts of a person who works with children."""

    checks: NotRequired[Annotated[list[CheckOfPerson], OF_COMPLIANCE]]


class TaughtCourse(TypedDict):
    """A course of a person."""

    id: int
    board: str | None
    level: str
    subject: str
    type: str
    status: str
    academicYearId: int | None


class AttendedCourse(TaughtCourse):
    """A course with the student's place on it."""

    cwsId: int
    studentStatus: str
    reachGrade: str | None
    matchGrade: str | None
    safetyGrade: str | None
    previousGrade: str | None


class TaughtSubject(TypedDict):
    """A subject that a tutor teaches."""

    id: int
    board: str | None
    level: str
    subject: str
    note: str


class LinkedClient(TypedDict):
    """A client of a student; `pays` for one of them."""

    linkId: int
    id: int
    name: str
    email: str
    status: str
    relation: str
    pays: bool


class LinkedStudent(LinkedClient):
    """A student of a client."""

    birthDate: dt.date | None


class AgentStudent(Named):
    """A student referred by an agent."""

    status: str
    enrolled: dt.date | None


class StudentParts(PersonParts):
    """Parts of a student's profile. `asksReason`: the welfare fields are null until the reader gives a reason."""

    asksReason: bool
    courses: list[AttendedCourse]
    clients: list[LinkedClient]


class TutorParts(CheckedParts):
    """Parts of a tutor's profile."""

    courses: list[TaughtCourse]
    subjects: list[TaughtSubject]


class ClientParts(PersonParts):
    """Parts of a client's profile."""

    students: list[LinkedStudent]


class AgentParts(PersonParts):
    """Parts of an agent's profile."""

    students: list[AgentStudent]


PARTS: Mapping[str, Any] = {
    "student": StudentParts,
    "tutor": TutorParts,
    "staff": CheckedParts,
    "invigilator": CheckedParts,
    "client": ClientParts,
    "agent": AgentParts,
}
"""Profile parts by kind; the other kinds have PersonParts."""
