"""Answers to calls about entries."""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

from kit.http.shapes import Move
from kit.values.schemas import Moment


class Subject(TypedDict):
    """The person or the course that an entry is about."""

    kind: str
    id: int
    name: str


class FormOf(TypedDict):
    """The form of an entry."""

    id: int
    title: str
    generation: int
    kind: str
    description: str


class VersionOf(TypedDict):
    """The version in which the entry began."""

    number: int
    definition: dict[str, Any]


class EntryMay(TypedDict):
    """The rights of the caller: `note` fills in fields for staff, `sign` lists the signatures the caller gives, `write`
    writes answers to the person's record."""

    edit: bool
    submit: bool
    review: bool
    sign: list[str]
    note: bool
    delete: bool
    write: bool


class FormEntry(TypedDict):
    """An entry. `awaited` are the kinds of person who have yet to sign; `prefill` are the values of the person's
    record. `emptied` are the kinds of data, personal or special, whose answers were deleted after their retention."""

    id: int
    form: FormOf
    version: VersionOf
    about: Subject | None
    filledName: str
    answers: dict[str, Any]
    prefill: dict[str, Any]
    status: str
    reason: str
    emptied: list[str]
    submitted: Moment | None
    deadline: Moment | None
    note: str
    signatures: dict[str, Any]
    awaited: list[str]
    can: EntryMay
    moves: list[Move]
    reviewedBy: str
    entryVersion: int


class Begun(TypedDict):
    """The id of an entry."""

    id: int


class Kept(TypedDict):
    """The version of an entry after its answers were stored, and the problems of the submitted ones."""

    entryVersion: int
    problems: dict[str, str]


class Signed(TypedDict):
    """The version of an entry after somebody signed, and all signatures."""

    entryVersion: int
    signatures: dict[str, Any]


class ToFill(TypedDict):
    """A form to fill in or to sign: `state` is asked, draft, returned or sign; `note` is the note of the request."""

    requestId: int | None
    formId: int
    title: str
    generation: int
    deadline: Moment | None
    about: Subject | None
    entryId: int | None
    state: str
    reason: str | None
    note: NotRequired[str]
    submitted: NotRequired[Moment | None]


class Open(TypedDict):
    """A form that the caller can begin; `entryId` is an existing draft."""

    formId: int
    title: str
    generation: int
    description: str
    about: str
    several: bool
    entryId: int | None


class Sent(TypedDict):
    """An entry of the caller."""

    entryId: int
    formId: int
    title: str
    generation: int
    about: Subject | None
    state: str
    submitted: Moment | None
    reason: str


class Mine(TypedDict):
    """The forms of the caller."""

    toFill: list[ToFill]
    open: list[Open]
    sent: list[Sent]


class WriteBack(TypedDict):
    """An answer that can be written to the person's record, and the value there."""

    fieldId: str
    title: str
    field: str
    fieldTitle: str
    present: Any
    new: Any
    differs: bool
    may: bool
    written: dict[str, Any] | None


class Look(TypedDict):
    """A look at special category data; `way` is page, list, export or pdf."""

    name: str
    way: str
    looked: Moment


class Asked(TypedDict):
    """The outcome of a request for one person. `refusal` is empty if they were asked or would be. `way` is notice, or
    email for somebody without an account. `filled` is when they last sent the form, or somebody did about the same
    person."""

    kind: str
    id: int
    name: str
    aboutName: str
    refusal: str
    requestId: int | None
    way: str
    filled: Moment | None


class AskedAll(TypedDict):
    """The outcome of a request, with a row for each person."""

    asked: int
    refused: int
    results: list[Asked]


class EntryRows(TypedDict):
    """A page of the entries of a form; a row has the answers by the ids of their fields."""

    data: list[dict[str, Any]]
    total: int
    totalIsExact: bool
    next: str | None


class Choices(TypedDict):
    """The number of answers with one choice."""

    value: str
    label: str
    count: int


class Question(TypedDict):
    """The answers to one question, counted."""

    fieldId: str
    title: str
    type: str
    answered: int
    choices: list[Choices]
    numbers: dict[str, float] | None


class AnswerFigures(TypedDict):
    """The answers to each question of a form."""

    entries: int
    questions: list[Question]


class LeftOutForm(TypedDict):
    """A form that a print leaves out."""

    id: int
    form: str
    aboutName: str
    reason: str


class PrintedForms(TypedDict):
    """The contents of a print."""

    total: int
    ready: int
    skipped: list[LeftOutForm]


class LinkMade(TypedDict):
    """A new link; the address is shown once."""

    id: int
    address: str


class Allocated(TypedDict):
    """A questionnaire with the student whom it is about."""

    id: int
    studentId: int
    student: str
