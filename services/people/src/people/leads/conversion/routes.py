"""Calls of the conversion of leads."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Any, Literal

from pydantic import AwareDatetime, Field

from kit.http.fastapi import Body, Call, Id, Routes
from people.leads.conversion import commands
from people.leads.conversion import proposal as conversion_proposal
from people.leads.conversion.answers import Conversions, Proposal, ProposedTime, ProposedTutor
from people.policy import STAFF

routes = Routes()
Name = Annotated[str, Field(max_length=100)]
Minutes = Annotated[int, Field(ge=15, le=480)]
Ids = Annotated[str, Field(pattern=r"^([0-9]{1,9}(,[0-9]{1,9}){0,19})?$")]


class ClientAsked(Body):
    """The client: an existing one by `id`, or a new one."""

    id: Id | None = None
    title: Name = ""
    firstName: Name = ""
    lastName: Name = ""
    email: Annotated[str, Field(max_length=200)] = ""
    phone: Annotated[str, Field(max_length=50)] = ""


class AddressAsked(Body):
    """An address."""

    line1: Annotated[str, Field(max_length=200)] = ""
    line2: Annotated[str, Field(max_length=200)] = ""
    city: Name = ""
    postcode: Annotated[str, Field(max_length=20)] = ""
    country: Name = ""


class StudentAsked(Body):
    """A student, or a candidate of exams: an existing one by `id`, or a new one. `leadStudentId` is the prospective
    student of the lead; `address` is given if it differs from the client's. A candidate is entered for the exams."""

    kind: Literal["student", "candidate"] = "student"
    id: Id | None = None
    leadStudentId: Id | None = None
    firstName: Name = ""
    lastName: Name = ""
    birthDate: dt.date | None = None
    email: Annotated[str, Field(max_length=200)] = ""
    school: Annotated[str, Field(max_length=150)] = ""
    relation: Annotated[str, Field(max_length=50)] = ""
    address: AddressAsked | None = None
    examIds: Annotated[list[Id], Field(max_length=50)] = Field(default_factory=list)


class TutorialAsked(Body):
    """The first tutorials of a course: one a week from `start` on, at the same time in London."""

    start: AwareDatetime
    minutes: Minutes = 60
    weeks: Annotated[int, Field(ge=1, le=52)] = 1
    locationId: Id | None = None


class CourseAsked(Body):
    """A course, optionally with a tutor; `exceptionReason` allows one without valid checks to teach a child. First
    tutorials need a tutor."""

    subject: Name = ""
    level: Name = ""
    board: Name = ""
    type: Annotated[str, Field(max_length=20)] = ""
    tutorId: Id | None = None
    exceptionReason: Annotated[str, Field(max_length=500)] = ""
    tutorial: TutorialAsked | None = None


class InvoiceAsked(Body):
    """The agreed fee, in pence without VAT, and its purpose: finance drafts an invoice."""

    fee: Annotated[int, Field(ge=1, le=1_000_000_000)]
    description: Annotated[str, Field(max_length=500)] = ""


class ConversionAsked(Body):
    """A conversion, all or nothing; `dry` writes nothing."""

    client: ClientAsked
    students: Annotated[list[StudentAsked], Field(max_length=20)]
    address: AddressAsked | None = None
    courses: Annotated[list[CourseAsked], Field(max_length=10)] = Field(default_factory=list)
    invoice: InvoiceAsked | None = None
    dry: bool = False


@routes.get("/lead/{id}/conversion", may=STAFF, answers=Proposal)
def proposal(id: Id, call: Call) -> dict[str, Any]:
    """Return the initial content of a lead's conversion, or its result"""
    return call.read(conversion_proposal.proposal, id)


@routes.get("/leads/conversion/tutors", may=STAFF, answers=list[ProposedTutor])
def tutors(call: Call, subject: str, level: str, minutes: Minutes = 60) -> list[dict[str, Any]]:
    """Return the tutors of a subject at a level with their next free times; those with all checks, some free time and
    the fewest courses first"""
    return call.read(conversion_proposal.tutors, subject, level, minutes)


@routes.get("/leads/conversion/times", may=STAFF, answers=list[ProposedTime])
def times(call: Call, tutor: Id, minutes: Minutes = 60, students: Ids = "") -> list[dict[str, Any]]:
    """Return the next times that suit a tutor and the students on record"""
    return call.read(conversion_proposal.times, tutor, minutes, [int(one) for one in students.split(",") if one])


@routes.post("/lead/{id}/convert", may=STAFF, answers=Conversions)
def convert(id: Id, call: Call, body: ConversionAsked) -> dict[str, Any]:
    """Convert a lead into a client with students or candidates, courses with first tutorials, entries, enrolments and
    the draft of an invoice"""
    asked = body.model_dump()
    for one in asked["students"]:
        one["birthDate"] = one["birthDate"].isoformat() if one["birthDate"] else None
    return commands.convert(call.tx, id, asked)
