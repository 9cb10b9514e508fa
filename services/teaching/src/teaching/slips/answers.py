"""`GET /slip/{id}` (`teaching.md 3`)."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from kit.values.schemas import Moment
from teaching.slips.attributes import SLIP


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
    """The time and place."""

    isCancelled: NotRequired[bool]


class SlipGrades(TypedDict):
    """The grades of the student on the course."""


class SlipSession(TypedDict):
    """The invigilated session."""

    title: str
    start: Moment
    end: Moment


class Approver(TypedDict):
    """The approver."""

    id: int | None
    name: str


class SlipWarning(TypedDict):
    """A warning about a comment: the place with what stands around it; `slipId` is the slip that it was copied from."""

    kind: Literal["name", "pronoun", "copied", "empty", "language"]
    field: str
    text: str
    before: str
    match: str
    after: str
    slipId: int | None


class SlipTicket(TypedDict):
    """The support ticket about it."""

    id: int


class SlipMeta(TypedDict):
    """The status of the slip."""

    approvedBy: Approver | None
    supportTicket: SlipTicket | None


class SlipData(TypedDict):
    """The tutor's report; `private` for staff and the writer, what the office did about an absence for staff. `onTime`
    is minutes late, ratings are 0 to 5."""

    private: NotRequired[str]
    absenceIntervention: NotRequired[bool]
    absenceActionTaken: NotRequired[str]


@SLIP.answer
class SlipParts(TypedDict):
    """A slip: of a tutorial, or of an invigilation with `invigilationSession` and `invigilator` instead. `version` is
    that of its form."""

    isLate: bool
    title: str
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
