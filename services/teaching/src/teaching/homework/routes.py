"""Calls on homework with files, or with values that are not fields of a record (`teaching.md 7`)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping
from typing import Any, Literal, TypedDict

import sqlalchemy as sa

from kit import store
from kit.database import database
from kit.errors import Invalid
from kit.http.fastapi import Call, RequestCall, Routes
from kit.values import DateTime, Integer, RecordId, Text
from kit.values.bodies import read
from teaching.copies.model import course_student
from teaching.homework import points, queries, rules
from teaching.homework.answers import CwsHomework, HomeworkPoints, NextTutorial
from teaching.homework.model import given
from teaching.homework.policy import SCOPE, hands_in, reads, writes
from teaching.homework.workflow import GIVEN_MOVES, HANDED_IN, MARKS

routes = Routes()


class HomeworkMoved(TypedDict):
    """The record and its current state."""

    id: int
    status: Literal["submitted", "marked"]


_MARKS = {need.name: need.type for need in MARKS}
_HANDED_IN = {need.name: need.type for need in HANDED_IN}
_TUTORIALS = {
    "courseWithStudentId": RecordId(),
    "courseId": RecordId(),
    "fromDate": DateTime(),
    "number": Integer(minimum=1, maximum=100),
    "type": Text(max_length=40),
}
_WHOSE = "Please say whose tutorials: courseWithStudentId, or courseId"
_HWS = {"hwsId": RecordId(required=True)}


def _check_files(column: sa.Column[Any]) -> Callable[[RequestCall, Mapping[str, Any]], None]:
    """Return the check that the caller may see the files, except those that `column` already has, which a colleague may
    have added. It calls the file service, before the transaction."""
    types = {"fileIds": _MARKS["fileIds"]}

    def check(call: RequestCall, arguments: Mapping[str, Any]) -> None:
        body = arguments["body"]
        files = read(types, {"fileIds": body.get("fileIds")})["fileIds"]
        hws = arguments.get("id") or read(_HWS, {"hwsId": body.get("hwsId")})["hwsId"]
        present = database().scalar(sa.select(column).where(given.c.id == hws, SCOPE.where(call.actor))) or ()
        store.check([number for number in files if number not in present], call.actor, "fileIds", "Files")

    return check


def _check_marks(call: RequestCall, arguments: Mapping[str, Any]) -> None:
    """Check the files of the marks, and the mark if it comes from the points on the pages."""
    _CHECK_TUTOR_FILES(call, arguments)
    points.check(database(), call.actor, arguments["id"], arguments["body"].get("mark"))


_CHECK_TUTOR_FILES = _check_files(given.c.tutor_files)


@routes.get("/homework/{id}/points", may=writes, remote=True, answers=HomeworkPoints)
def points_of(call: Call, id: int) -> dict[str, Any]:
    """Return the points that markers gave on the files of a student's work."""
    return points.of_work(database(), call.actor, id)


@routes.post("/homework/{id}/marks", may=writes, answers=HomeworkMoved, before=_check_marks, takes=_MARKS)
def mark(call: Call, id: int, body: dict[str, Any]) -> dict[str, Any]:
    """Submit the marks of a student's work."""
    return GIVEN_MOVES.run(call.tx, id, "mark", body)


@routes.post(
    "/student/homework/add",
    may=hands_in,
    answers=HomeworkMoved,
    before=_check_files(given.c.student_files),
    takes={**_HWS, **_HANDED_IN},
)
def hand_in(call: Call, body: dict[str, Any]) -> dict[str, Any]:
    """Hand homework in."""
    work = dict(body)
    hws = read(_HWS, {"hwsId": work.pop("hwsId", None)})["hwsId"]
    return GIVEN_MOVES.run(call.tx, hws, "handIn", work)


@routes.get("/v2/cws/{id}/homework", may=reads, answers=list[CwsHomework])
def of_cws(call: Call, id: int) -> list[dict[str, Any]]:
    """Return the homework of a student on a course."""
    return call.read(queries.of_cws, id)


@routes.post("/v2/slip/nextTutorials", may=reads, answers=list[NextTutorial], takes=_TUTORIALS)
def next_tutorials(call: Call, body: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the coming tutorials of a student on a course, or of each student of a course."""
    asked = read(_TUTORIALS, body)
    cws, of_course = asked["courseWithStudentId"], asked["courseId"]
    if (cws is None) == (of_course is None):
        raise Invalid(_WHOSE, fields={"courseWithStudentId": _WHOSE})
    on_course = course_student.c.course_id == of_course if cws is None else course_student.c.id == cws
    after = asked["fromDate"] or dt.datetime.now(dt.UTC)
    number = asked["number"] or rules.TUTORIALS_OFFERED
    return call.read(queries.next_tutorials, on_course, after, number, asked["type"] or None)
