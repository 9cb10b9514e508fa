"""The register of a class: the attendance of every student of one tutorial. A row creates or changes the slip of its
student."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from kit.changes import writing
from kit.database import Tx, all_rows, row_or_404
from kit.errors import Conflict, Invalid, NotFound
from kit.policy import Actor, Row, staff
from kit.records import crud
from kit.workflow import UNDO
from teaching.copies.events import COURSE_TITLE
from teaching.copies.model import course, event, event_person, person
from teaching.slips import rules
from teaching.slips.commands import taught_by
from teaching.slips.fields import SLIP_FIELDS
from teaching.slips.model import slip
from teaching.slips.policy import writes
from teaching.slips.workflow import SLIP_MOVES

NO_ROWS = "Please say who came"
TWICE = "Each student is named once"
NOT_ON_IT = "This student is not on the tutorial"
CHANGED = "A slip of this register has been changed since. The register can no longer be undone"
TOO_LATE = "This can no longer be undone"
_OPEN = ("saved", "returned")
_on, _e = event_person.c, event.c
_COLUMNS = {"present": "present", "onTime": "on_time", "absenceReason": "absence_reason"}
"""Values of a student in a register, with their columns."""


def read(connection: sa.Connection, actor: Actor, event_id: int) -> dict[str, Any]:
    """Return the tutorial and its students. Raises NotFound for one that the caller does not teach."""
    taught = event.outerjoin(course, course.c.id == _e.course_id)
    about = (
        _e.id,
        _e.type,
        _e.title,
        _e.starts.label("start"),
        _e.ends.label("end"),
        _e.location,
        _e.course_id.label("courseId"),
        COURSE_TITLE.label("course"),
        course.c.type.label("courseType"),
    )
    its = sa.select(*about).select_from(taught).where(_e.id == event_id, _taught(actor))
    tutorials = all_rows(connection, its)
    students = all_rows(connection, _students(event_id)) if tutorials else []
    if not students:
        raise NotFound()
    return {
        **tutorials[0],
        "hasBegun": tutorials[0]["start"] <= dt.datetime.now(dt.UTC),
        "students": [_student(actor, row) for row in students],
    }


def write(tx: Tx, event_id: int, rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Create or change the slip of each student of `rows`; return the input of `undo`. Submitted slips and those of
    colleagues stay. Raises NotFound, Conflict as for a new slip, Invalid."""
    if not rows:
        raise Invalid(NO_ROWS, title="Empty slip", fields={"students": NO_ROWS})
    present = {row["ewpId"]: row for row in _of_register(tx, event_id)}
    if len({row["ewpId"] for row in rows}) < len(rows):
        raise Invalid(TWICE, title="Form errors", fields={"students": TWICE})
    written = []
    for row in rows:
        its = present.get(row["ewpId"])
        if its is None:
            raise Invalid(NOT_ON_IT, title="Form errors", fields={"students": NOT_ON_IT})
        if its["slipId"] is None:
            number = crud.create(tx, SLIP_FIELDS, {"ewpId": row["ewpId"], "saveOnly": True, **_input(row)})
            written.append({"ewpId": row["ewpId"], "slipId": number, "version": 1, "before": None})
        elif _is_open(tx.actor, its):
            written += _change(tx, its, _input(row))
    return written


def undo(tx: Tx, event_id: int, rows: Sequence[Mapping[str, Any]]) -> int:
    """Undo a register: slips that it created are deleted, others get their previous values; return their number. Raises
    NotFound; Conflict if a slip has changed since, or was not written by the caller within the last minutes."""
    present = {row["slipId"]: row for row in _of_register(tx, event_id)}
    for row in rows:
        its = present.get(row["slipId"])
        if its is None or its["version"] != row["version"] or not _is_open(tx.actor, its):
            raise Conflict(CHANGED, code="changed_meanwhile")
        stands = _locked(tx, row["slipId"])
        if row["before"] is not None:
            writing.change(tx, SLIP_MOVES, stands, _values(row["before"]))
        elif stands["written_by_id"] != tx.actor.acting_user_id or stands["version"] != 1:
            raise Conflict(CHANGED, code="changed_meanwhile")
        elif dt.datetime.now(dt.UTC) - stands["created"] > UNDO:
            raise Conflict(TOO_LATE, code="too_late")
        else:
            writing.change(tx, SLIP_MOVES, stands, {"status": "deleted"})
    return len(rows)


def _change(tx: Tx, its: Row, values: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Write the values of the register that differ from the slip."""
    stands = _locked(tx, its["slipId"])
    before = {name: stands[column] for name, column in _COLUMNS.items()}
    if before == values:
        return []
    now = writing.change(tx, SLIP_MOVES, stands, _values(values))
    return [{"ewpId": its["ewpId"], "slipId": its["slipId"], "version": now["version"], "before": before}]


def _input(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a row; require the timekeeping of a present student. Raises Invalid."""
    came = row["present"] == "present"
    if came and row["onTime"] is None:
        text = "Please set student timekeeping"
        raise Invalid(text, title="Timekeeping", fields={"students": text})
    return {
        "present": row["present"],
        "onTime": row["onTime"] if came else None,
        "absenceReason": "" if came else row["absenceReason"].strip(),
    }


def _values(values: Mapping[str, Any]) -> dict[str, Any]:
    return {column: values[name] for name, column in _COLUMNS.items()}


def _locked(tx: Tx, number: int) -> Row:
    row = tx.one(sa.select(slip).where(slip.c.id == number).with_for_update())
    assert row is not None, "a slip is deleted by its status"
    return row


def _of_register(tx: Tx, event_id: int) -> list[dict[str, Any]]:
    """Return the students of a tutorial that the caller teaches. Raises NotFound."""
    row_or_404(tx.connection, sa.select(_e.id).where(_e.id == event_id, _taught(tx.actor)))
    return tx.all(_students(event_id))


def _taught(actor: Actor) -> sa.ColumnElement[bool]:
    return sa.and_(taught_by(actor), _e.type.in_(rules.TAUGHT_EVENTS))


def _students(event_id: int) -> sa.Select[Any]:
    named = sa.and_(person.c.kind == "student", person.c.id == _on.person_id)
    begun = sa.and_(slip.c.ewp_id == _on.id, slip.c.status != "deleted")
    of_slip = (slip.c.status, slip.c.version, slip.c.present, slip.c.on_time.label("onTime"))
    columns = (
        _on.id.label("ewpId"),
        _on.person_id.label("id"),
        person.c.name,
        slip.c.id.label("slipId"),
        *of_slip,
        slip.c.absence_reason.label("absenceReason"),
        slip.c.tutor_id,
        slip.c.invigilator_id,
    )
    statement = sa.select(*columns).select_from(event_person.outerjoin(person, named).outerjoin(slip, begun))
    mine = (_on.event_id == event_id, _on.kind == "student", _on.status != "declined")
    return statement.where(*mine).order_by(person.c.name, _on.id)


def _is_open(actor: Actor, row: Row) -> bool:
    """True while the caller may create or change the slip of the student."""
    return row["slipId"] is None or (row["status"] in _OPEN and (staff | writes)(actor, row))


def _student(actor: Actor, row: Row) -> dict[str, Any]:
    return {
        **{name: row[name] for name in ("ewpId", "id", "slipId", "version", "status", "onTime")},
        **{name: row[name] or "" for name in ("name", "present", "absenceReason")},
        "isOpen": _is_open(actor, row),
    }
