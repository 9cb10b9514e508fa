"""`GET /slip/{id}` (`teaching.md 3`)."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from kit.values.schemas import Moment
from teaching.slips.attributes import SLIP
from teaching.slips.readers import OF_TUTOR


class TitledOrganisation(TypedDict):
    """The organisation of the slip."""

    id: int
    title: str | None


class ColouredDepartment(TypedDict):
    """The department of the course."""

    id: int
    title: str | None
    color: str | None


class SlipCourse(TypedDict):
    """The course of a tutorial."""

    id: int | None
    cwsId: int | None
    board: str | None
    level: str | None
    subject: str | None
    type: str
    status: str | None


class SlipPerson(TypedDict):
    """A person on a slip; `userId` where they have an account."""

    id: int | None
    name: str
    userId: int | None


class SlipTutorial(TypedDict):
    """The time and place; `zoomTutorId` is the tutor whose Zoom room it is in."""

    allDay: bool
    zoomTutorId: int | None
    isCancelled: NotRequired[bool]


class SlipGrades(TypedDict):
    """The grades of the student on the course."""


class CandidateInvigilation(TypedDict):
    """A candidate of an invigilated session, or a student who sits in it; `id` is the ewpId."""

    id: int
    kind: Literal["candidate", "student"]
    personId: int
    name: str
    status: str


class SlipSession(TypedDict):
    """The invigilated session."""

    title: str
    start: Moment
    end: Moment
    candidateInvigilations: list[CandidateInvigilation]


class Approver(TypedDict):
    """The approver."""

    id: int | None
    name: str


class SlipWarning(TypedDict):
    """A warning about a comment: the place with its context; `slipId` is the slip that it was copied from."""

    kind: Literal["name", "pronoun", "copied", "empty", "language"]
    field: str
    text: str
    before: str
    match: str
    after: str
    slipId: int | None


class MissingPart(TypedDict):
    """A part that a slip lacks before submission: the field, and the popup that would refuse it."""

    field: str
    title: str
    text: str


class RegisterStudent(TypedDict):
    """A student of a register, with the values of their slip; `isOpen` while the register may change it."""

    ewpId: int
    id: int
    name: str
    slipId: int | None
    version: int | None
    status: str | None
    present: Literal["", "present", "plannedAbsence", "unplannedAbsence"]
    onTime: int | None
    absenceReason: str
    isOpen: bool


class Register(TypedDict):
    """A tutorial with its students; until it `hasBegun`, only planned absences can be entered."""

    id: int
    type: str
    title: str
    start: Moment
    end: Moment
    location: str
    courseId: int | None
    course: str | None
    courseType: str | None
    hasBegun: bool
    students: list[RegisterStudent]


class PresenceBefore(TypedDict):
    """The values of a slip before a register changed it."""

    present: str
    onTime: int | None
    absenceReason: str


class RegisterSlip(TypedDict):
    """A slip that a register created, or changed from `before`, for the undo."""

    ewpId: int
    slipId: int
    version: int
    before: PresenceBefore | None


class LateWriter(TypedDict):
    """A writer of late slips: their number, and the age of the oldest in days."""

    kind: Literal["tutor", "invigilator"]
    id: int
    name: str | None
    slips: int
    oldestDays: int


class Reminded(TypedDict):
    """The numbers of slips and writers in a reminder."""

    slips: int
    writers: int


class RegisterUndone(TypedDict):
    """The number of restored slips."""

    slips: int


class SlipTicket(TypedDict):
    """The support ticket about the slip."""

    id: int


class SlipMeta(TypedDict):
    """The status of the slip."""

    approvedBy: NotRequired[Annotated[Approver | None, OF_TUTOR]]
    supportTicket: NotRequired[Annotated[SlipTicket | None, OF_TUTOR]]


class SlipData(TypedDict):
    """The tutor's report. `onTime` is minutes late, ratings are 0 to 5."""


@SLIP.answer
class SlipParts(TypedDict):
    """A slip: of a tutorial, or of an invigilation with `invigilationSession` and `invigilator` instead. `version` is
    that of its form; `isOnePage` marks an old form. `hasTargets` is null if none is set or needed. Parts that may be
    absent have readers of their own (`slips.readers`)."""

    isLate: NotRequired[Annotated[bool, OF_TUTOR]]
    title: str
    isOnePage: bool
    hasTargets: NotRequired[Annotated[bool | None, OF_TUTOR]]
    organisation: TitledOrganisation
    department: ColouredDepartment
    course: NotRequired[SlipCourse]
    student: NotRequired[SlipPerson]
    tutor: NotRequired[SlipPerson]
    tutorial: NotRequired[SlipTutorial]
    courseWithStudentInfo: NotRequired[SlipGrades]
    invigilationSession: NotRequired[SlipSession]
    invigilator: NotRequired[SlipPerson]
    slipMeta: SlipMeta
    slipData: SlipData
