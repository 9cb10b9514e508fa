"""Marks of seats: of marks from several devices, the latest of a seat counts, and all are stored."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.policy import Row
from people.exams.register.attributes import STATES
from people.exams.register.model import exam_mark
from people.exams.sessions.model import exam_seat, exam_session
from people.exams.sessions.policy import ON_THE_DAY, SEATS

_m, _seat, _s = exam_mark.c, exam_seat.c, exam_session.c
MOST = 500
NOT_YOURS = "This seat is not in one of your sessions, or no longer exists"
CANCELLED = "This session was cancelled"


def columns_of(row: Row, mark: str, at: dt.datetime) -> dict[str, Any]:
    """Return the columns of a seat that a mark changes."""
    if mark not in STATES:
        return {"identity_checked": mark == "identity"}
    came = mark in ("present", "late")
    late = int((at - row["starts"]).total_seconds() // 60) if mark == "late" else None
    return {"status": mark, "arrived": at if came else None, "late_by": None if late is None else max(late, 0)}


def note(tx: Tx, seat_id: int, mark: str, at: dt.datetime, *, key: str = "", counted: bool = True) -> None:
    """Store a mark."""
    tx.insert(
        exam_mark,
        {
            "seat_id": seat_id,
            "key": key or uuid.uuid4().hex,
            "mark": mark,
            "at": at,
            "by_name": tx.actor.name,
            "by_id": tx.actor.user_id,
            "counted": counted,
        },
    )


def take(tx: Tx, marks: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Process the marks of a device, `{key, seatId, mark, at}`, in the order in which they were made.

    A mark with a known key is answered again and changes nothing. A time in the future counts as now. Returns `{key,
    seatId, status, identityChecked, counted, error}` of each.
    """
    now = dt.datetime.now(dt.UTC)
    seats = _seats(tx, {one["seatId"] for one in marks})
    asked = [one["key"] for one in marks]
    known = {row["key"]: row for row in tx.all(sa.select(_m.key, _m.counted).where(_m.key.in_(asked)))}
    latest = _latest(tx, list(seats))
    answers = dict[str, dict[str, Any]]()
    for one in sorted(marks, key=lambda one: one["at"]):
        row, key, mark, at = seats.get(one["seatId"]), one["key"], one["mark"], min(one["at"], now)
        error = NOT_YOURS if row is None else CANCELLED if row["session_status"] == "cancelled" else ""
        counted = False
        if key in known:
            counted = bool(known[key]["counted"])
        elif row is not None and not error:
            group = (row["id"], mark in STATES)
            counted = group not in latest or latest[group] <= at
            note(tx, row["id"], mark, at, key=key, counted=counted)
            known[key] = {"counted": counted}
            if counted:
                latest[group] = at
                row.update(columns_of(row, mark, at))
                row["changed"] = True
        answers[key] = {"key": key, "seatId": one["seatId"], "counted": counted, "error": error}
    _write(tx, seats)
    for answer in answers.values():
        row = seats.get(answer["seatId"])
        answer |= {"status": row["status"] if row else "", "identityChecked": bool(row and row["identity_checked"])}
    return [answers[key] for key in dict.fromkeys(asked)]


def _seats(tx: Tx, ids: set[int]) -> dict[int, dict[str, Any]]:
    """Return the seats that the actor may mark, locked, by id."""
    statement = (
        sa.select(exam_seat, _s.status.label("session_status"))
        .join(exam_session, _s.id == _seat.session_id)
        .where(_seat.id.in_(ids), SEATS.where(tx.actor))
        .order_by(_seat.id)
        .with_for_update(of=exam_seat)
    )
    return {row["id"]: dict(row) for row in tx.all(statement) if ON_THE_DAY(tx.actor, row)}


def _latest(tx: Tx, ids: list[int]) -> dict[tuple[int, bool], dt.datetime]:
    """Return the time of the last mark that counts, by seat and by whether it sets the state."""
    is_state = _m.mark.in_(STATES)
    of_seats = sa.select(_m.seat_id, is_state.label("is_state"), sa.func.max(_m.at).label("at"))
    of_seats = of_seats.where(_m.seat_id.in_(ids), _m.counted).group_by(_m.seat_id, is_state)
    return {(row["seat_id"], row["is_state"]): row["at"] for row in tx.all(of_seats)}


def _write(tx: Tx, seats: Mapping[int, Mapping[str, Any]]) -> None:
    for row in seats.values():
        if row.get("changed"):
            columns = {name: row[name] for name in ("status", "arrived", "late_by", "identity_checked")}
            columns |= {"version": _seat.version + 1}
            tx.execute(sa.update(exam_seat).where(_seat.id == row["id"]).values(columns))
