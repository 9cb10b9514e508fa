"""Notices about slips: to readers of a released one, and to the writer of one that was returned, or whose return was
undone."""

from __future__ import annotations

import datetime as dt
from typing import Any

from kit.database import Tx
from kit.policy import Row
from kit.values.shown import shown
from teaching.copies.family import family_of
from teaching.events import NOTIFICATION_RAISED


def tell_approved(tx: Tx, row: Row) -> None:
    """Notify the student and their clients that the slip can be read."""
    if row["student_id"] is None:
        return
    _tell(
        tx,
        row,
        title=f"{row['tutor_name']} has written about a tutorial",
        text=_about(row),
        target=f"/system/slips?slip={row['id']}",
        persons=family_of(tx, row["student_id"]),
    )


def tell_returned(tx: Tx, row: Row, reason: str) -> None:
    """Notify the writer that the slip was returned, and why."""
    _tell(
        tx,
        row,
        title="A slip came back to you",
        text=f"{_about(row)}. {reason}",
        target=f"/slips/{row['id']}/write",
        persons=[_writer(row)],
    )


def tell_taken_back(tx: Tx, row: Row) -> None:
    """Notify the writer, who got the notice of the return and perhaps its mail, that there is nothing to do."""
    _tell(
        tx,
        row,
        title="The return of a slip was taken back",
        text=f"{_about(row)}. The office has it again, and you have nothing to do.",
        target=f"/system/slips?slip={row['id']}",
        persons=[_writer(row)],
    )


def _writer(row: Row) -> dict[str, Any]:
    kind = "tutor" if row["tutor_id"] is not None else "invigilator"
    return {"kind": kind, "id": row[f"{kind}_id"]}


def about(begins: dt.datetime, *names: str | None) -> str:
    """Return `Amelia Davies, AQA A-level Mathematics, 24/11/26 16:00`, without empty names."""
    return ", ".join(filter(None, (*names, shown(begins))))


def _about(row: Row) -> str:
    return about(row["tutorial_start"], row["student_name"], row["course_title"] or row["tutorial_title"])


def _tell(tx: Tx, row: Row, **notice: Any) -> None:
    tx.publish(NOTIFICATION_RAISED, row["id"], {"kind": "slip", **notice})
