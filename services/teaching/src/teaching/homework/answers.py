"""Shapes of the answers about homework, beyond its fields."""

from __future__ import annotations

from typing import TypedDict

from kit.values.schemas import Moment


class HomeworkStudent(TypedDict):
    """A student who has the homework."""

    hwsId: int
    id: int
    cwsId: int
    name: str
    status: str
    dueDate: Moment
    released: bool


class HomeworkParts(TypedDict):
    """Homework as it was set."""

    tutorId: int | None
    setBy: str
    students: list[HomeworkStudent]


class HomeworkTask(TypedDict):
    """The homework of the student."""

    id: int
    instructions: str
    fileIds: list[int]
    timeEstimation: int | None
    markFrom: str


class HomeworkCourse(TypedDict):
    """The course of the homework."""

    id: int
    cwsId: int
    title: str


class HomeworkPerson(TypedDict):
    """The student, or the tutor who set it."""

    id: int | None
    name: str


class StudentHomeworkParts(TypedDict):
    """The homework of one student; the marks are among its fields, for those who may see them."""

    hwsId: int
    title: str
    type: str
    submitted: Moment | None
    released: bool
    homework: HomeworkTask
    course: HomeworkCourse
    student: HomeworkPerson
    tutor: HomeworkPerson
    slipSetId: int | None
    slipPostponed: list[int]


class Marker(TypedDict):
    """A marker, the points that they gave on the files, and whether they count for the mark."""

    userId: int
    name: str
    points: float
    counts: bool


class HomeworkPoints(TypedDict):
    """The points on the files of a student's work. `points` is the mark they would make, null without points; `mark` is
    the same as a text."""

    markFrom: str
    points: float | None
    mark: str
    markers: list[Marker]


class CwsHomework(TypedDict):
    """Homework of a student on a course, which a slip sorts by due date and outcome."""

    hwsId: int
    id: int
    title: str
    type: str
    status: str
    dueDate: Moment
    instructions: str
    timeEstimation: int | None
    slipSetId: int | None
    slipMarkedId: int | None
    slipPostponed: list[int]


class NextTutorial(TypedDict):
    """A coming tutorial of a student on the course."""

    ewpId: int
    cwsId: int
    eventId: int
    type: str
    title: str
    start: Moment
    end: Moment
