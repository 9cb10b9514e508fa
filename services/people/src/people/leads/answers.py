"""Answers to calls about enquiries."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, NotRequired, TypedDict

from kit.values.schemas import one_of
from people.leads.attributes import ENQUIRY, LEAD_STUDENT
from people.leads.contact_attributes import LEAD_CONTACT
from people.leads.enquiry_attributes import KINDS
from people.persons.answers import PostalAddress
from people.persons.catalogue import CLIENT


@ENQUIRY.part("firstName", "lastName", "leadStatus")
class Asker(TypedDict):
    """The enquirer."""

    id: int


@CLIENT.attributes.part("title", "firstName", "lastName", "email")
class OnRecord(TypedDict):
    """A person on record."""

    id: int


class AskedFor(TypedDict):
    """Parts of an enquiry with type beyond its fields; `name`, `email` and `address` are of the addressee."""

    kind: Annotated[str, one_of(str(kind.value) for kind in KINDS)]
    enquiry: Asker
    student: OnRecord | None
    candidate: OnRecord | None
    client: OnRecord | None
    name: str
    email: str
    address: PostalAddress | None


@LEAD_STUDENT.part("firstName", "lastName", "birthDate", "yearGroup", "school", "studentId", "candidateId")
class AskedForStudent(TypedDict):
    """A prospective student of a lead, in order."""

    id: int


class LoggedMeeting(TypedDict):
    """The event of a logged meeting, as it is now in the calendar."""

    start: dt.datetime
    end: dt.datetime
    status: str
    location: str


@LEAD_CONTACT.part("at", "kind", "direction", "outcome", "text", "byName", "nextStep", "nextDue", "eventId")
class LogEntry(TypedDict):
    """An entry in a lead's log."""

    id: int
    mergedFromId: int | None
    meeting: LoggedMeeting | None


class LinkedPerson(TypedDict):
    """A person on record."""

    id: int
    name: str


class LeadMerge(TypedDict):
    """A merge that can be undone: of lead `sourceId` into lead `targetId`, or its link to a person."""

    id: int
    sourceId: int
    targetId: int | None
    personKind: str
    personId: int | None
    name: str
    created: dt.datetime
    userName: str


class LeadParts(TypedDict):
    """Names of the records that a lead refers to, its students, and its log, the newest entry first."""

    owner: str
    ownerLeft: bool
    department: str
    origin: str
    reason: str
    asksFor: str
    client: LinkedPerson | None
    agent: LinkedPerson | None
    students: list[AskedForStudent]
    log: list[LogEntry]
    merges: list[LeadMerge]


class LikeLead(TypedDict):
    """A lead or person like the one described; `by` names the shared values: email, phone, name."""

    kind: Annotated[str, one_of(("lead", "client", "student", "candidate", "agent"))]
    id: int
    name: str
    email: str
    phone: str
    status: str
    by: list[str]
    screen: str


class LeadLogged(TypedDict):
    """The new entry of the log, and the resulting state of the lead."""

    id: int
    status: str
    nextStep: str
    nextDue: dt.datetime | None


class LeadMeeting(LeadLogged):
    """The log entry of a meeting, and its event."""

    eventId: int


class LeadMerged(TypedDict):
    """The lead that has the rows, and the id of the merge for an undo."""

    id: int
    mergeId: NotRequired[int]


class LeadsHandedOver(TypedDict):
    """The number of leads with a new owner."""

    leads: int
