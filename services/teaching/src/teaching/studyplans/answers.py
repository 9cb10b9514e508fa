"""Shapes of the answers about study plans, beyond their fields."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Any, Literal, NotRequired, TypedDict

from kit.values.schemas import one_of
from teaching.copies.model import TERMS


class PlanTerm(TypedDict):
    """First day, last day, number of study weeks."""

    start: dt.date
    end: dt.date
    weeks: int


class PlanYearWeek(TypedDict):
    """A study week, Monday to Sunday: its number in the year, in the calendar and in its term."""

    collegeWeek: int
    isoWeek: int
    term: Annotated[str, one_of(TERMS)]
    week: int
    start: dt.date
    end: dt.date


class PlanYear(TypedDict):
    """An academic year (`teaching.md 3`)."""

    id: int
    title: str
    year: int
    mt: PlanTerm
    ht: PlanTerm
    tt: PlanTerm
    weeksToISO: list[PlanYearWeek]


class PlanCourse(TypedDict):
    """The course of a plan."""

    id: int
    title: str
    board: str
    level: str
    subject: str
    type: str
    status: str
    department: str | None
    academicYearId: int | None
    studyPlanNotRequired: bool
    firstExam: dt.date | None


class PlanGrades(TypedDict):
    """The grades and exam options of a student on the course, with empty values for missing ones."""

    reach: str
    match: str
    safety: str
    previous: str
    syllabusCode: str
    optionCode: str


class PlanStudent(TypedDict):
    """A student on the course. `weeksBehind` counts the weeks since they were last on track. `planEnds` is the Monday
    of the week in which they reach the last content, null without one. `late`: no day of that week is before an exam
    that is still ahead."""

    cwsId: int
    id: int
    name: str
    status: str
    grades: PlanGrades
    weeksBehind: int
    planEnds: dt.date | None
    late: bool


class WeekOfStudent(TypedDict):
    """The outcome of a week for one student; `id` is null until it is entered. `missed`: the tutorials of the week were
    cancelled, or the student was absent."""

    id: int | None
    cwsId: int
    ot: str | None
    actual: str
    missed: bool


class PlanWeek(TypedDict):
    """A week of a plan. `cwsIds` names its students; empty means all. `details` and `custom` belong to version 1."""

    id: int
    term: Annotated[str, one_of(TERMS)]
    week: int
    ISOWeek: int
    start: dt.date
    end: dt.date
    content: str
    status: str
    cwsIds: list[int]
    details: str
    custom: str
    version: int
    students: list[WeekOfStudent]


class PlanHead(TypedDict):
    """A plan. `type` is 1 or 2."""

    id: int
    type: int
    syllabus: str
    academicYearId: int
    version: int


class PlanMay(TypedDict):
    """The rights of the caller on the plan of a course."""

    edit: bool
    setYear: bool
    options: bool


class CoursePlan(TypedDict):
    """The study plan of a course in an academic year. `state` says what is missing: a year, a plan, or nothing."""

    state: Literal["plan", "none", "notRequired", "noYear"]
    course: PlanCourse
    academicYear: PlanYear | None
    plan: PlanHead | None
    weeks: list[PlanWeek]
    students: list[PlanStudent]
    may: PlanMay


class CwsWeek(TypedDict):
    """A week as a slip shows it, with the outcome for the student."""

    id: int
    term: Annotated[str, one_of(TERMS)]
    week: int
    ISOWeek: int
    start: dt.date
    end: dt.date
    content: str
    status: str
    studentWeekId: int | None
    ot: str | None
    actual: str


class CwsPlan(TypedDict):
    """The plan of a student on a course; empty without one. `weeksBehind`, `planEnds` and `late` as in the plan of the
    course."""

    id: int | None
    type: int | None
    courseId: int
    weeksBehind: int
    planEnds: dt.date | None
    late: bool
    firstExam: dt.date | None
    weeks: list[CwsWeek]
    mayEdit: bool


class PlanSource(TypedDict):
    """A plan that can be copied: of this course in another year, or of a course of the same subject and level, of any
    board. `weeks` counts those with content; `POST /v2/course/{id}/studyplan/preview` shows them on the weeks of this
    year."""

    id: int
    title: str
    year: str
    weeks: int
    sameCourse: bool
    courseId: int
    academicYearId: int
    board: str
    sameBoard: bool


class LeftContent(TypedDict):
    """Content for which the year has no week."""

    term: Annotated[str, one_of(TERMS)]
    week: int
    content: str


class CopiedWeek(LeftContent):
    """A week of the year with the content that the copy gives it, or an empty string."""

    start: dt.date
    end: dt.date


class CopiedPlan(TypedDict):
    """The preview of a copied plan. Contents in `left` are not copied."""

    weeks: list[CopiedWeek]
    left: list[LeftContent]


class MadePlan(TypedDict):
    """A new plan, with the number of copied weeks."""

    id: int
    copied: int


class WeekBefore(TypedDict):
    """The content of a week before a move, as the undo sends it back."""

    id: int
    content: str
    version: int


class Moved(TypedDict):
    """Moved weeks; `before` undoes the move. `joined` is the week with two contents, since no week follows it."""

    moved: int  # allow words-of-a-manual: the name in the answer
    joined: int | None
    before: list[WeekBefore]


class WeekWritten(TypedDict):
    """The id of a written week."""

    id: int
    version: int


class FieldWritten(TypedDict):
    """A field as it is now stored."""

    field: str
    value: Any
    version: NotRequired[int]


class OptionsWritten(TypedDict):
    """The number of students whose exam options were written."""

    students: int
