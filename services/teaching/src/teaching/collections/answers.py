"""Answers about collection reports (`teaching.md 3`)."""

from __future__ import annotations

from typing import Annotated, NotRequired, TypedDict

from kit.policy import OFFICE
from kit.values.schemas import Moment
from teaching.collections.attributes import COLLECTION, MOCK
from teaching.collections.readers import OF_WRITERS
from teaching.writing.mailing import ReportMail
from teaching.writing.predicted import PredictedBefore


class CollectionPlace(TypedDict):
    """The organisation or the department of the report."""

    id: int
    title: str | None


class CollectionCourse(TypedDict):
    """The course; `cwsId` is the student on it."""

    id: int
    cwsId: int
    title: str
    board: str | None
    level: str | None
    subject: str | None


class CollectionStudent(TypedDict):
    """The student; `userId` where they have an account."""

    id: int
    name: str
    userId: int | None


class CollectionInterviewer(TypedDict):
    """An interviewer; `kind` is staff or tutor, `userId` 0 without an account."""

    kind: str
    id: int
    userId: int
    name: str


class BookedInterview(TypedDict):
    """The booked interview of one report, or why it was not booked."""

    id: int
    student: str
    eventId: int | None
    start: str | None
    error: str


class CollectionEvent(TypedDict):
    """An event on the calendar: the booked interview, or a candidate for it."""

    id: int
    title: str
    start: Moment
    end: Moment
    location: str
    status: str


@MOCK.answer
class MockOfCollection(TypedDict):
    """A mock exam; `fromTrial` marks a result of a trial exam."""

    id: int
    fromTrial: bool


@COLLECTION.answer
class CollectionParts(TypedDict):
    """A collection report. `event` is null until the interview is on the calendar; `pdfId` is the file of its last PDF,
    or null. `grades` are the predicted grades to choose from, and `predictedBefore` the last predicted one.
    `isChangeExplained` is null while a change lacks its reason. `mails` are those to the family, and `mailsTo` the
    names of its recipients."""

    title: str
    organisation: CollectionPlace
    department: CollectionPlace
    course: CollectionCourse
    student: CollectionStudent
    interviewedBy: list[CollectionInterviewer]
    event: CollectionEvent | None
    grades: list[str]
    predictedBefore: NotRequired[Annotated[PredictedBefore | None, OF_WRITERS]]
    isChangeExplained: bool | None
    mocks: list[MockOfCollection]
    pdfId: int | None
    mails: NotRequired[Annotated[list[ReportMail], OFFICE]]
    mailsTo: NotRequired[Annotated[list[str], OFFICE]]


class CollectionPdf(TypedDict):
    """The file of a report's PDF."""

    pdfId: int


class InterviewerChoice(TypedDict):
    """A possible interviewer; `value` is `tutor:12`."""

    value: str
    label: str


class CalledCollection(TypedDict):
    """A row of a bulk call: the report of a student on a course, `isNew` if this call created it, or why there is
    none."""

    cwsId: int
    courseId: int
    student: str
    course: str
    id: int | None
    isNew: bool
    error: str


class CalledCollections(TypedDict):
    """The rows of a bulk call."""

    rows: list[CalledCollection]


class CollectionSlip(TypedDict):
    """A slip of the term; `ratings` are the ratings of its six categories, 0 not applicable."""

    id: int
    date: Moment
    tutor: str
    present: str
    onTime: int | None
    ratings: list[int | None]
    comment: str


class CollectionMark(TypedDict):
    """Marked homework of the term."""

    hwsId: int
    title: str
    mark: str
    quality: str
    effort: str
    due: Moment


class CollectionGrades(TypedDict):
    """The grades of the student on the course."""

    reach: str
    match: str
    safety: str
    previous: str


class EarlierCollection(TypedDict):
    """An earlier report of the student on the course."""

    id: int
    term: str
    date: str | None
    predictedGrade: str
    status: str


class CollectionTerm(TypedDict):
    """The facts next to the sections of an interview."""

    slips: list[CollectionSlip]
    present: int
    absent: int
    late: int
    marks: list[CollectionMark]
    homeworkDue: int
    homeworkDone: int
    grades: CollectionGrades
    earlier: list[EarlierCollection]


class LeftOutCollection(TypedDict):
    """A report that is left out of a print."""

    id: int
    student: str
    course: str
    reason: str


class PrintedCollections(TypedDict):
    """The contents of a print."""

    total: int
    ready: int
    skipped: list[LeftOutCollection]
