"""`GET /slip/{id}` (`teaching.md 3`)."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from kit.http.shapes import Move
from kit.values.schemas import Moment


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

    id: int | None
    type: str
    title: str
    start: Moment
    end: Moment
    location: str


class SlipGrades(TypedDict):
    """The grades of the student on the course."""

    id: int | None
    reachGrade: str
    matchGrade: str
    safetyGrade: str
    previousGrade: str


class SlipSession(TypedDict):
    """The invigilated session."""

    title: str
    start: Moment
    end: Moment


class Approver(TypedDict):
    """The approver."""

    id: int | None
    name: str


class SlipMeta(TypedDict):
    """The status of the slip."""

    status: str
    returnReason: str
    studentRead: bool
    submitted: Moment | None
    approved: Moment | None
    approvedBy: Approver | None
    reviewed: bool


class SlipData(TypedDict):
    """The tutor's report; `private` for staff and the writer. `onTime` is minutes late, ratings are 0 to 5."""

    present: str
    onTime: int | None
    comment: str
    comment2: str
    comment3: str
    private: NotRequired[str]
    absenceReason: str
    absenceActionTaken: str
    absenceIntervention: bool
    cat1: int | None
    cat2: int | None
    cat3: int | None
    cat4: int | None
    cat5: int | None
    cat6: int | None
    cat1Comment: str
    cat2Comment: str
    cat3Comment: str
    cat4Comment: str
    cat5Comment: str
    cat6Comment: str
    ot1: str
    ot2: str
    ot3: str
    PTweeklyTarget: str
    PTexamPrepAndReflect: str
    PTadditionalComment: str
    PTOTDetails: str
    PTIPHours: float | None


class Slip(TypedDict):
    """A slip: of a tutorial, or of an invigilation with `invigilationSession` and `invigilator` instead."""

    id: int
    type: str
    version: int
    slipType: str
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
    moves: list[Move]
