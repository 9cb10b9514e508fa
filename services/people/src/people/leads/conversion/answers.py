"""Answers of the conversion of leads."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, TypedDict

from kit.values.schemas import one_of


class ConvertedCourse(TypedDict):
    """A course of a conversion."""

    id: int
    title: str


class Converted(TypedDict):
    """The result of a conversion: the records, the author and the time; `fee` in pence if one was agreed."""

    at: dt.datetime
    by: str
    clientId: int
    clientName: str
    courses: list[ConvertedCourse]
    fee: int | None


class KnownPerson(TypedDict):
    """A person on record who may be the requested one; `by` names the shared values: email, phone, name."""

    id: int
    name: str
    email: str
    phone: str
    status: str
    by: list[str]


class ProposedClient(TypedDict):
    """The enquirer as a client."""

    firstName: str
    lastName: str
    email: str
    phone: str


class ProposedStudent(TypedDict):
    """A prospective student; `studentId` or `candidateId` once there is a record. `known` are students on record; for
    an exam lead `knownCandidates` too."""

    leadStudentId: int
    firstName: str
    lastName: str
    birthDate: dt.date | None
    school: str
    studentId: int | None
    candidateId: int | None
    known: list[KnownPerson]
    knownCandidates: list[KnownPerson]


class Wish(TypedDict):
    """A requested course, by the titles of subject and level; either may be empty."""

    subject: str
    level: str


class LeadEnquiry(TypedDict):
    """An enquiry with type of the lead, which invoices refer to."""

    id: int
    type: str
    studentId: int | None
    candidateId: int | None


class Proposal(TypedDict):
    """The content of the conversion dialog; an exam lead becomes candidates."""

    leadId: int
    name: str
    converted: Converted | None
    client: ProposedClient
    clients: list[KnownPerson]
    students: list[ProposedStudent]
    exams: bool
    wishes: list[Wish]
    enquiries: list[LeadEnquiry]


class ProposedTutor(TypedDict):
    """A tutor of the subject and level: {value: id, label}, the current courses, whether checks are missing, and the
    next free times."""

    value: int
    label: str
    courses: int
    lacksChecks: bool
    free: list[dt.datetime]


class ProposedTime(TypedDict):
    """A free time: {value: its start, label: the same in London}."""

    value: dt.datetime
    label: str


class MadePerson(TypedDict):
    """A person of the conversion; `isNew` if it created the record."""

    id: int
    name: str
    isNew: bool


class MadeStudent(MadePerson):
    """A student or candidate, with the enquiry for invoices, the begun enrolment, if any, the address if it differs
    from the client's, and the number of planned entries."""

    kind: Annotated[str, one_of(("student", "candidate"))]
    ewtId: int
    enrolmentId: int | None
    addressId: int | None
    entries: int


class MadeCourse(TypedDict):
    """A course of the conversion, with the number of booked tutorials and the start of the first."""

    id: int
    title: str
    tutorials: int
    firstTutorial: dt.datetime | None


class Conversions(TypedDict):
    """The records of a conversion, and the agreed fee in pence. After a dry run the ids refer to nothing."""

    dry: bool
    leadId: int
    client: MadePerson
    students: list[MadeStudent]
    addressId: int | None
    courses: list[MadeCourse]
    fee: int | None
