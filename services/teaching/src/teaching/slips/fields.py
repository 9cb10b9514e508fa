"""Editable fields of a slip: `GET` and `PUT /slip/{id}`, `POST /slip` (`teaching.md 3`, `7`)."""

from __future__ import annotations

from kit.policy import Attach, Row, reading, staff
from kit.records import Acts, Create, Delete, FieldSet
from kit.values import Boolean, Integer, RecordId, Select
from teaching.slips import attributes, commands, completeness, queries, rules
from teaching.slips.answers import SlipParts
from teaching.slips.model import slip_deadline
from teaching.slips.policy import STANDING, WRITTEN, reads, writes
from teaching.slips.workflow import SLIP_MOVES

APPROVED = "An approved slip cannot be changed"
SUBMITTED = "This slip was submitted. It can be changed again when it is returned"
_WRITERS = writes | staff


@reading("status")
def _closed(row: Row) -> str | None:
    if row["status"] == "approved":
        return APPROVED
    return SUBMITTED if row["status"] in {"submitted", "checked"} else None


@reading()
def _never(_: Row) -> None:
    return None


class SaveOnly(Boolean):
    """Whether a new slip is only saved; without a value it is, whatever its type (readings.md)."""

    def empty(self) -> None:
        return None


SLIP_FIELDS = FieldSet(
    name="slip",
    path="/slip/{id}",
    sections=attributes.SLIP.sections(
        {
            "slip": "Slip",
            "presence": "Presence",
            "absence": "Absence, for the office",
            "tracking": "Grade tracking",
            "performance": "Performance",
            "personal": "Personal tutoring",
            "comments": "Comments",
        },
        {
            "status": Acts(workflow=SLIP_MOVES),
            **{name: Acts(may=staff, when=_never) for name in rules.OF_STAFF},
        },
    ),
    workflow=SLIP_MOVES,
    scope=STANDING,
    event=SLIP_MOVES.event,
    payload=SLIP_MOVES.payload,
    complete=completeness.SLIP_WHOLE,
    read=reads,
    may=_WRITERS,
    when=_closed,
    attach=Attach(WRITTEN),
    extra=queries.extra,
    answers=SlipParts,
    actions={"open": writes},
    create=Create(
        fields=("present", "onTime", "absenceReason", "comment", "comment2", "comment3", "private"),
        path="/slip",
        also={
            "ewpId": RecordId(),
            "iiId": RecordId(),
            "departmentId": RecordId(),
            "saveOnly": SaveOnly(),
            "type": Select(choices=rules.TYPE_OPTIONS),
            "version": Integer(),
        },
        complete=commands.begin,
        after=commands.begun,
    ),
)

DEADLINE_FIELDS = FieldSet(
    name="slipDeadline",
    table=slip_deadline,
    path="/slip/deadlines/{id}",
    sections=attributes.DEADLINE.sections({"deadline": "Time for slips"}),
    may=staff,
    create=Create(),
    delete=Delete(),
)
"""The time that tutors of a department have for a slip; changes apply to slips that begin later."""

FIELDSETS = (SLIP_FIELDS, DEADLINE_FIELDS)
