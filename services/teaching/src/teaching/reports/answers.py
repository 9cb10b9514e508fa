"""Answers about term reports (`teaching.md 3`)."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from kit.policy import OFFICE
from kit.values.schemas import Moment
from teaching.reports.attributes import MOCK, REPORT
from teaching.reports.readers import OF_TUTOR
from teaching.writing.mailing import ReportMail
from teaching.writing.predicted import PredictedBefore


class ReportOrganisation(TypedDict):
    """The organisation of the report."""

    id: int
    title: str | None


class ReportDepartment(TypedDict):
    """The department of the course."""

    id: int
    title: str | None
    color: str | None


class ReportCourse(TypedDict):
    """The course; `cwsId` is the student on it."""

    id: int
    cwsId: int
    title: str
    board: str | None
    level: str
    subject: str | None


class ReportPerson(TypedDict):
    """A person on a report; `userId` where they have an account."""

    id: int
    name: str
    userId: int | None


class ReportMeta(TypedDict):
    """The time and author of the request."""

    created: Moment


@MOCK.answer
class MockExam(TypedDict):
    """A mock exam; `fromTrial` marks a result of a trial exam."""

    id: int
    fromTrial: bool


@REPORT.answer
class ReportParts(TypedDict):
    """A term report. `grades` are the predicted grades to choose from, and `predictedBefore` the last predicted one.
    `isChangeExplained` is null while a change lacks its reason. `pdfId` is the file of its last PDF, or null. `mails`
    are those to the family, and `mailsTo` the names of its recipients."""

    title: str
    isLate: NotRequired[Annotated[bool, OF_TUTOR]]
    grades: list[str]
    predictedBefore: NotRequired[Annotated[PredictedBefore | None, OF_TUTOR]]
    isChangeExplained: bool | None
    organisation: ReportOrganisation
    department: ReportDepartment
    course: ReportCourse
    student: ReportPerson
    tutor: ReportPerson
    mocks: list[MockExam]
    pdfId: int | None
    mails: NotRequired[Annotated[list[ReportMail], OFFICE]]
    mailsTo: NotRequired[Annotated[list[str], OFFICE]]
    meta: ReportMeta


class ReportPdf(TypedDict):
    """The file of a report's PDF."""

    pdfId: int


class ReportWarning(TypedDict):
    """A warning about a comment: the place with its context; `reportId` is the report that it was copied from."""

    kind: Literal["name", "pronoun", "copied", "empty", "language"]
    field: str
    text: str
    before: str
    match: str
    after: str
    reportId: int | None


class CalledReport(TypedDict):
    """A report that a request created, or that already existed."""

    id: int
    student: str
    isNew: bool


class Called(TypedDict):
    """The reports of one request; `id` is the id of the first."""

    id: int
    reports: list[CalledReport]


class CallUndone(TypedDict):
    """The number of deleted reports."""

    reports: int


class LastReport(TypedDict):
    """The previous report of the student on the course."""

    id: int
    tutor: str
    dateTo: Moment
    predictedGrade: str
    gradeAchievement: int | None
    gradeEffort: int | None
    fields: dict[str, str]


class TermAttendance(TypedDict):
    """Tutorials of the period with a slip; `late` counts those to which the student came late, `minutes` sums the
    lateness."""

    tutorials: int
    present: int
    plannedAbsences: int
    unplannedAbsences: int
    late: int
    minutes: int


class TermMark(TypedDict):
    """Marked homework of the period."""

    hwsId: int
    title: str
    mark: str
    due: Moment


class TermHomework(TypedDict):
    """Homework due in the period: total, handed in, marked as in time, and the marks."""

    due: int
    handedIn: int
    onTime: int
    marks: list[TermMark]


class TermSlip(TypedDict):
    """A slip of the period."""

    id: int
    date: Moment
    present: str
    onTime: int | None
    comment: str


class TermRating(TypedDict):
    """The mean of a rating over the slips of the period, null without one."""

    title: str
    mean: float | None


class TermMock(TypedDict):
    """A mock of an earlier report."""

    month: str
    mark: int
    maxMark: int
    grade: str
    dateTo: Moment


class TermFacts(TypedDict):
    """The figures of the student on the course in the period of the report, and the report before it."""

    last: LastReport | None
    attendance: TermAttendance
    homework: TermHomework
    ratings: list[TermRating]
    slips: list[TermSlip]
    mocks: list[TermMock]


class LeftOutReport(TypedDict):
    """A report that is left out of a print."""

    id: int
    student: str
    course: str
    reason: str


class PrintedReports(TypedDict):
    """The contents of a print."""

    total: int
    ready: int
    skipped: list[LeftOutReport]


class RemindedTutors(TypedDict):
    """The numbers of reports and tutors in a reminder."""

    reports: int
    writers: int
