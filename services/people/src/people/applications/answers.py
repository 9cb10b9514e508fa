"""Answers of calls about applications."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Any, NotRequired, TypedDict

from people.applications.attributes import OF_HIRING
from people.persons.answers import CheckOfPerson


class SubjectOfApplication(TypedDict):
    """A subject that the applicant would teach."""

    id: int
    subject: str
    level: str
    board: str | None


class Interview(TypedDict):
    """An interview with its interviewers, and how many scorecards are given."""

    id: int
    at: dt.datetime
    minutes: int
    way: str
    place: str
    interviewerIds: list[int]
    interviewers: str
    eventId: int | None
    given: int
    awaited: int


class ReferenceOfApplication(TypedDict):
    """A referee and the reference, which the applicant never sees."""

    id: int
    name: str
    position: str
    organisation: str
    email: str
    phone: str
    mailProblem: str
    status: str
    due: dt.date | None
    knownFor: str
    rating: str | None
    words: str  # allow words-of-a-manual: `words` are the referee's words
    concern: bool
    concernWords: str
    received: dt.datetime | None
    signedName: str
    moves: NotRequired[list[dict[str, Any]]]


class MessageOfApplication(TypedDict):
    """A mail to the applicant, or one that came in (`received`). `problem` says why a mail was not sent or bounced."""

    id: int
    subject: str
    body: str
    state: str
    problem: str
    created: dt.datetime
    createdByName: str


class ApplicationParts(TypedDict):
    """The parts of an application; `missing` are sentences of what it lacks before its offer can be accepted."""

    name: str
    missing: list[str]
    requiredChecks: list[str]
    checks: list[CheckOfPerson]
    subjects: NotRequired[Annotated[list[SubjectOfApplication], OF_HIRING]]
    interviews: NotRequired[Annotated[list[Interview], OF_HIRING]]
    references: NotRequired[Annotated[list[ReferenceOfApplication], OF_HIRING]]
    messages: NotRequired[Annotated[list[MessageOfApplication], OF_HIRING]]
