"""Answers to calls about tickets (`money.md 3`, Support ticket)."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from kit.http.shapes import Named
from kit.policy import Internal
from kit.values.schemas import Moment
from support.mailboxes.answers import TicketMails

State = Literal["submitted", "inprogress", "resolved"]


class TicketUser(Named):
    pass


class TicketInformed(TypedDict):
    user: TicketUser


class TicketSubject(TypedDict):
    """A record that the ticket is about."""

    id: int


class TicketInvoice(TypedDict):
    """The invoice it is about; a draft has no number."""

    id: int
    number: str | None


class TicketFile(Named):
    pass


class TicketReader(TypedDict):
    """A recipient of a message; `read` is when they saw it."""

    id: int
    user: TicketUser
    read: Moment | None


class TicketTitle(TypedDict):
    """Another ticket that the caller sees."""

    id: int
    title: str
    status: State


class TicketMoment(TypedDict):
    date: Moment


class TicketMessage(TypedDict):
    """A message, html; `responsibleStaff` means that the team wrote it. A `merged` one came from another report of the
    same fault, or from the ticket `origin`. An `internal` one is a note that only staff see."""

    id: int
    user: TicketUser
    created: TicketMoment
    message: str
    files: list[TicketFile]
    status: Literal["sent", "merged"]
    internal: bool
    origin: TicketSubject | None
    responsibleStaff: bool
    users: list[TicketReader]


class TicketPause(TypedDict):
    """A pause of a ticket's clock: waiting for an answer, or resolved until reopened. `minutes` are working
    minutes, null until it ends."""

    reason: Literal["waiting", "resolved"]
    began: Moment
    ended: Moment | None
    minutes: int | None


class TicketService(TypedDict):
    """The clocks of a ticket; `due` is the next time by which the team must act."""

    due: Moment | None
    firstAnswerDue: Moment | None
    firstAnswered: Moment | None
    resolveDue: Moment | None
    resolved: Moment | None
    waitingSince: Moment | None
    level: Literal["missed", "running", "waiting", "kept"] | None
    pauses: list[TicketPause]


class TicketParts(TypedDict):
    """The parts of a ticket's detail besides its fields; `error` is only for a sysAdmin. `merged` are the tickets
    merged into it; `watching` says whether the caller is among the informed users."""

    date: Moment
    user: TicketUser
    createdBy: TicketUser
    department: TicketSubject | None
    responsibleStaff: TicketUser | None
    infoUsers: list[TicketInformed]
    slip: TicketSubject | None
    hws: TicketSubject | None
    invoice: TicketInvoice | None
    error: NotRequired[TicketSubject | None]
    service: NotRequired[Internal[TicketService]]
    messages: list[TicketMessage]
    files: list[TicketFile]
    mergedInto: TicketSubject | None
    merged: list[TicketTitle]
    linked: list[TicketTitle]
    watching: bool
    rating: int | None
    ratingComment: str
    byRota: bool
    mails: TicketMails


class TicketRaised(TypedDict):
    id: int
    status: State
    notice: str


class TicketWritten(TypedDict):
    """The message, and the state of its ticket."""

    id: int
    status: State


class TicketRead(TypedDict):
    """The message, and when it was first seen."""

    id: int
    read: Moment


class TicketWatched(TypedDict):
    """Whether the caller watches the ticket."""

    id: int
    watching: bool


class TicketMerged(TypedDict):
    """The ticket that now has the messages, and the ids merged into it or taken out again."""

    id: int
    merged: list[int]


class TicketLinks(TypedDict):
    """The tickets linked with it."""

    id: int
    linked: list[TicketTitle]


class SupportMember(Named):
    groups: list[str]


class TicketPerson(Named):
    """Another user who has the ticket open, and whether they write an answer or an internal note."""

    writing: Literal["answer", "note"] | None


class TicketPresence(TypedDict):
    """The others who have the ticket open; its version and the number of messages that the caller reads."""

    people: list[TicketPerson]
    version: int
    messages: int
