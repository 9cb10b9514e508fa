"""Calls of the conversion of leads."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Any, Literal

from pydantic import AwareDatetime, Field

from kit.http.fastapi import Body, Call, Id, Routes
from people.leads import conversion_proposal, converting
from people.leads.conversion_answers import Conversions, Proposal, ProposedTime, ProposedTutor
from people.policy import STAFF

routes = Routes()
Name = Annotated[str, Field(max_length=100)]
Minutes = Annotated[int, Field(ge=15, le=480)]
Ids = Annotated[str, Field(pattern=r"^([0-9]{1,9}(,[0-9]{1,9}){0,19})?$")]


class ClientAsked(Body):
    """The client: one on record by `id`, or a new one."""

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
    """A student, or a candidate of exams: one on record by `id`, or a new one. `leadStudentId` is the prospective
    student of the lead; `address` is given where they live elsewhere than the client; a candidate is entered for the
    exams."""

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
    """A course, with a tutor where one is chosen; `exceptionReason` allows one without valid checks to teach a
    child. First tutorials need a tutor."""

    subject: Name = ""
    level: Name = ""
    board: Name = ""
    type: Annotated[str, Field(max_length=20)] = ""
    tutorId: Id | None = None
    exceptionReason: Annotated[str, Field(max_length=500)] = ""
    tutorial: TutorialAsked | None = None


class InvoiceAsked(Body):
    """The fee that was agreed, in pence without VAT, and what it is for: finance makes the draft of an invoice."""

    fee: Annotated[int, Field(ge=1, le=1_000_000_000)]
    description: Annotated[str, Field(max_length=500)] = ""


class ConversionAsked(Body):
    """All or nothing; with `dry` nothing is kept."""

    client: ClientAsked
    students: Annotated[list[StudentAsked], Field(max_length=20)]
    address: AddressAsked | None = None
    courses: Annotated[list[CourseAsked], Field(max_length=10)] = Field(default_factory=list)
    invoice: InvoiceAsked | None = None
    dry: bool = False


@routes.get("/lead/{id}/conversion", may=STAFF, answers=Proposal)
def proposal(id: Id, call: Call) -> dict[str, Any]:
    """Return what the conversion of a lead begins with, or into what it was converted"""
    return call.read(conversion_proposal.proposal, id)


@routes.get("/leads/conversion/tutors", may=STAFF, answers=list[ProposedTutor])
def tutors(call: Call, subject: str, level: str, minutes: Minutes = 60) -> list[dict[str, Any]]:
    """Return the tutors of a subject at a level with their next free times, those with all checks, some free time and
    fewest courses first"""
    return call.read(conversion_proposal.tutors, subject, level, minutes)


@routes.get("/leads/conversion/times", may=STAFF, answers=list[ProposedTime])
def times(call: Call, tutor: Id, minutes: Minutes = 60, students: Ids = "") -> list[dict[str, Any]]:
    """Return the next times at which a tutor works, and the tutor and the students on record are free"""
    return call.read(conversion_proposal.times, tutor, minutes, [int(one) for one in students.split(",") if one])


@routes.post("/lead/{id}/convert", may=STAFF, answers=Conversions)
def convert(id: Id, call: Call, body: ConversionAsked) -> dict[str, Any]:
    """Convert a lead into a client with students or candidates, courses with first tutorials, entries, enrolments and
    the draft of an invoice"""
    asked = body.model_dump()
    for one in asked["students"]:
        one["birthDate"] = one["birthDate"].isoformat() if one["birthDate"] else None
    return converting.convert(call.tx, id, asked)
