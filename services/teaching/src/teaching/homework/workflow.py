"""The states of a student's homework (`teaching.md 4`)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

from kit.database import Tx
from kit.errors import Invalid
from kit.policy import Actor, Row, reading
from kit.values import Boolean, FileIds, Integer, RecordId, RichText, Text
from kit.workflow import Confirm, Move, Need, Step, Workflow
from teaching.homework import attributes, notices, rules
from teaching.homework.model import given
from teaching.homework.naming import name_files, release_marks
from teaching.homework.of_slips import check_of_row
from teaching.homework.policy import SCOPE, hands_in, writes

MARKED = "This homework was marked. It cannot be set again"
MARKED_MEANWHILE = "Somebody has submitted marks for this homework since. Yours are kept on your device"
_MARK = Text(required=True, max_length=rules.MARK_MAXIMUM)
_c = given.c


def _by_slip(tx: Tx, step: Step) -> Mapping[str, Any]:
    """Store the slip that reports the outcome, if there is one."""
    slip_id = step.body.get("slipMarkedId")
    check_of_row(tx, "slipMarkedId", slip_id, step.row)
    return {} if slip_id is None else {"slip_marked_id": slip_id}


def _set(tx: Tx, step: Step) -> Mapping[str, Any]:
    if step.row["status"] == "saved":
        notices.tell_set(tx, step.row["homework_id"], step.row, [step.row["student_id"]])
    check_of_row(tx, "slipMarkedId", step.body["slipMarkedId"], step.row)
    # The slip that reported it as done no longer does.
    return {"slip_marked_id": step.body["slipMarkedId"]}


def _hand_in(tx: Tx, step: Step) -> None:
    rules.check_handed_in(step.body["studentComment"], step.body["fileIds"])
    name_files(tx, "studentHomework", step.row["id"], "studentFiles", step.body["fileIds"])
    notices.tell_handed_in(tx, step.row)


def _mark(tx: Tx, step: Step) -> Mapping[str, Any]:
    name_files(tx, "studentHomework", step.row["id"], "tutorFiles", step.body["fileIds"])
    return _by_slip(tx, step)


def _release(tx: Tx, step: Step) -> Mapping[str, Any]:
    notices.tell_marked(tx, step.row)
    release_marks(tx, "studentHomework", step.row["id"], step.row["student_files"])
    return {"released": True}


def _postpone(tx: Tx, step: Step) -> Mapping[str, Any]:
    body = step.body
    check_of_row(tx, "slipId", body["slipId"], step.row)
    slips = [*step.row["slip_postponed"], *([body["slipId"]] if body["slipId"] else [])]
    return {"due": _chosen(body["dateOption"], body["dueDate"]), "slip_postponed": list(dict.fromkeys(slips))}


def _chosen(option: str, due: dt.datetime | None) -> dt.datetime:
    """Return the later due date: that of the body, or the start of the chosen tutorial. Raises Invalid."""
    if due is not None:
        return due
    try:
        return rules.DueDate().read(option)
    except Invalid:
        text = "Please set homework due date"
        raise Invalid(text, title="Missing due date", fields={"dueDate": text}) from None


@reading("status", "type")
def _refuse_unfinished(row: Row, _: Actor) -> str | None:
    if row["type"] in rules.TARGETS or row["status"] == "submitted":
        return None
    return "This homework was not handed in yet"


@reading("status", "type")
def _refuse_set_again(row: Row, _: Actor) -> str | None:
    return MARKED if row["status"] == "marked" and row["type"] not in rules.TARGETS else None


@reading("released")
def _refuse_released(row: Row, _: Actor) -> str | None:
    return "The student can already see these marks" if row["released"] else None


def _refuse_second(row: Row, _: Actor, move: Move | None) -> str | None:
    """Refuse the second of two simultaneous markings."""
    is_second = move is not None and move.name == "mark" and row["status"] == "marked"
    return MARKED_MEANWHILE if is_second else None


_SLIP = Need("slipMarkedId", RecordId(), "Slip")
HANDED_IN = (
    Need("studentComment", RichText(max_length=5_000), "Comment", _c.student_comment),
    Need("fileIds", FileIds(most=20), "Files", _c.student_files),
)
"""The parts of the work that a student hands in."""
MARKS = (
    Need("mark", _MARK, column=_c.mark),
    Need("onTime", Boolean(required=True), column=_c.on_time),
    Need("quality", _MARK, column=_c.quality),
    Need("effort", _MARK, column=_c.effort),
    Need("comment", RichText(required=True, max_length=5_000), column=_c.comment),
    Need("timeSpent", Integer(required=True, maximum=6_000), column=_c.time_spent),
    Need("fileIds", FileIds(most=20), "Files", _c.tutor_files),
    _SLIP,
)
_OF_POSTPONING: dict[str, Any] = {
    "title": "Postpone",
    "done": "Homework of {student.name} postponed",
    "who": writes,
    "path": "/homework/{id}/postpone",
    "effect": _postpone,
    "unsigns": ("submitted",),
    "alone": True,
    "needs": (
        Need("dateOption", Text(required=True, max_length=40), "Due"),
        Need("dueDate", rules.DueDate(), "Due date"),
        Need("slipId", RecordId(), "Slip"),
    ),
}
_OF_WRITE_OFF: dict[str, Any] = {
    "title": "Write off",
    "done": "Homework written off",
    "source": ("set", "submitted", "postponed"),
    "target": "writeOff",
    "who": writes,
    "needs": (_SLIP,),
    "effect": _by_slip,
}

GIVEN_MOVES = Workflow(
    name="studentHomework",
    table=given,
    column=_c.status,
    states=rules.STATES,
    scope=SCOPE,
    refusal=_refuse_second,
    complete=attributes.TO_RELEASE,
    moves=(
        Move(
            name="set",
            title="Set",
            source=("saved", "submitted", "postponed", "marked"),
            target="set",
            who=writes,
            done="Homework set",
            path="/v2/homework/{id}/set",
            when=_refuse_set_again,
            needs=(_SLIP,),
            effect=_set,
            unsigns=("submitted",),
            style="primary",
            confirm=Confirm("Set homework", "Are you sure you wish to set the work?", yes="Set homework"),
        ),
        Move(
            name="submit",
            title="Handed in",
            source=rules.OWED,
            target="submitted",
            who=writes,
            done="Homework handed in",
            path="/v2/homework/{id}/submitted",
            needs=(_SLIP,),
            effect=_by_slip,
            signs="submitted",
        ),
        Move(
            name="handIn",
            title="Submit",
            source=rules.OWED,
            target="submitted",
            who=hands_in,
            path="",
            hidden=True,
            done="Homework handed in",
            effect=_hand_in,
            signs="submitted",
            needs=HANDED_IN,
        ),
        Move(
            name="complete",
            title="Done",
            source=("set", "submitted", "postponed"),
            target="marked",
            who=writes,
            done="Homework done",
            path="/v2/homework/{id}/marked",
            when=_refuse_unfinished,
            needs=(_SLIP,),
            effect=_by_slip,
        ),
        Move(
            name="mark",
            title="Submit marks",
            source=("submitted",),
            target="marked",
            who=writes,
            path="",
            hidden=True,
            done="Marks submitted",
            effect=_mark,
            needs=MARKS,
        ),
        Move(
            name="release",
            title="Release marks",
            source=("marked",),
            target=None,
            who=writes,
            done="Marks released to {student.name}",
            path="/homework/{id}/release",
            when=_refuse_released,
            effect=_release,
            style="primary",
            confirm=Confirm("Release marks to {student.name}", "The student sees the marks.", yes="Release marks"),
        ),
        Move(name="postpone", source=("set", "submitted"), target="postponed", **_OF_POSTPONING),
        Move(name="postponeAgain", source=("postponed",), target=None, **_OF_POSTPONING),
        Move(
            name="writeOff",
            path="/v2/homework/{id}/writeOff",
            style="danger",
            confirm=Confirm("Write off homework?", "Nobody marks it any more.", yes="Write off", no="Keep homework"),
            **_OF_WRITE_OFF,
        ),
        Move(name="writeOffLower", path="/v2/homework/{id}/writeoff", hidden=True, **_OF_WRITE_OFF),
        Move(name="writeOffFirst", path="/homework/{id}/writeoff", hidden=True, **_OF_WRITE_OFF),
    ),
)
