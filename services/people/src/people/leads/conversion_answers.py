"""Answers of the conversion of leads."""

from __future__ import annotations

import datetime as dt
from typing import TypedDict


class Converted(TypedDict):
    """Into what a lead was converted, by whom and when; `fee` in pence where one was agreed."""

    at: dt.datetime
    by: str
    clientId: int
    clientName: str
    courseId: int | None
    courseTitle: str | None
    fee: int | None


class KnownPerson(TypedDict):
    """A person on record who may be the one that is asked for."""

    id: int
    name: str
    email: str
    status: str


class ProposedClient(TypedDict):
    """The enquirer as a client."""

    firstName: str
    lastName: str
    email: str
    phone: str


class ProposedStudent(TypedDict):
    """A prospective student; `studentId` once there is a student on record."""

    leadStudentId: int
    firstName: str
    lastName: str
    birthDate: dt.date | None
    school: str
    studentId: int | None
    known: list[KnownPerson]


class LeadEnquiry(TypedDict):
    """An enquiry with type of the lead, which invoices refer to."""

    id: int
    type: str
    studentId: int | None


class Proposal(TypedDict):
    """The content of the dialog of the conversion. `subjects` and `levels` are titles in the order of the wishes."""

    leadId: int
    name: str
    converted: Converted | None
    client: ProposedClient
    clients: list[KnownPerson]
    students: list[ProposedStudent]
    subjects: list[str]
    levels: list[str]
    enquiries: list[LeadEnquiry]


class ProposedTutor(TypedDict):
    """A tutor of the subject and level: {value: id, label}, the courses under way, and whether checks are missing."""

    value: int
    label: str
    courses: int
    lacksChecks: bool


class MadePerson(TypedDict):
    """A person of the conversion; `isNew` where it made the record."""

    id: int
    name: str
    isNew: bool


class MadeStudent(MadePerson):
    """A student, with the enquiry that invoices refer to and the enrolment that was begun, if none was under way."""

    ewtId: int
    enrolmentId: int | None


class MadeCourse(TypedDict):
    """The course of the conversion."""

    id: int
    title: str


class Conversions(TypedDict):
    """The records of a conversion, and the agreed fee in pence. After a dry run no record has these ids."""

    dry: bool
    leadId: int
    client: MadePerson
    students: list[MadeStudent]
    addressId: int | None
    course: MadeCourse | None
    fee: int | None
