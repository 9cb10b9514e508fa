"""Reminders of late slips: the writer is notified when it is due, a day and three days later, and the academic office
with the last one. Also the notices of approved slips, once the approval can no longer be undone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.reminders import Receiver, Reminder, Rung
from kit.values.first_few import first_lines
from kit.workflow import UNDO
from teaching.copies.events import COURSE_TITLE
from teaching.copies.model import event, event_person
from teaching.events import NOTIFICATION_RAISED
from teaching.slips import notices
from teaching.slips.late import unwritten
from teaching.slips.model import SORTS, slip

ACADEMIC_OFFICE = Receiver("academicOffice", "Academic office")
LADDER = (
    Rung("due", "When it is due"),
    Rung("after24", "24 hours after", hours=24),
    Rung("after72", "72 hours after", hours=72, also=(ACADEMIC_OFFICE,)),
)
KIND = "lateSlip"
_LAST = sa.text("interval '4 days'")
"""The age at which reminders end. Without it, a worker that paused for weeks, or a department with a new deadline,
would send a flood of mails."""
_RECENT = sa.text("interval '20 days'")
"""The longest time from a tutorial to the last reminder: a department allows at most 14 days for a slip. An index
serves this condition."""
_on = event_person.c


def _rows(tx: Tx, rows: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the slips by writer, with the names for notices, and the lateness of each."""
    late = {row["record_id"]: row["late"] for row in rows}
    writer, kind = unwritten.WRITER_ID.label("writer_id"), unwritten.WRITER_KIND.label("writer_kind")
    columns = (
        _on.id,
        kind,
        writer,
        unwritten.NAME.label("name"),
        unwritten.WRITER.label("writer"),
        COURSE_TITLE.label("course"),
        _on.starts,
    )
    statement = (
        sa.select(*columns).select_from(unwritten.NAMED).where(_on.id.in_(late)).order_by(kind, writer, _on.starts)
    )
    return [{**row, "late": late[row["id"]]} for row in tx.all(statement)]


def tell_writers(tx: Tx, rows: Sequence[Mapping[str, Any]]) -> int:
    """Raise one notice for each writer about all their slips of `rows`; return the number of writers."""
    writers = 0
    for (kind, number), theirs in groupby(_rows(tx, rows), key=lambda row: (row["writer_kind"], row["writer_id"])):
        if number is not None:
            to = {"target": "/slips/to-write", "persons": [{"kind": kind, "id": number}]}
            _raise(tx, list(theirs), to)
            writers += 1
    return writers


def _tell(tx: Tx, _: Rung, rows: Sequence[Mapping[str, Any]]) -> dict[int, str]:
    """Notify the writers of the slips that are due for a reminder."""
    tell_writers(tx, rows)
    return {}


def _tell_office(tx: Tx, rung: Rung, rows: Sequence[Mapping[str, Any]], _: Mapping[int, str]) -> None:
    """Raise one notice to the office about the slips of all writers."""
    to = {"target": "/academic-office/late-slips", "roleIds": [receiver.role for receiver in rung.also]}
    _raise(tx, _rows(tx, rows), to, names_writer=True)


def _raise(tx: Tx, rows: Sequence[Mapping[str, Any]], to: Mapping[str, Any], *, names_writer: bool = False) -> None:
    names = ("writer", "name", "course") if names_writer else ("name", "course")
    lines = [notices.about(row["starts"], *(row[name] for name in names)) for row in rows]
    notice = {"kind": KIND, "title": _title(rows), "text": "; ".join(first_lines(lines))}
    tx.publish(NOTIFICATION_RAISED, rows[0]["id"], {**notice, **to})


def _title(rows: Sequence[Mapping[str, Any]]) -> str:
    """Return `A slip is due now`, `A slip is 25 hours late`, `3 slips are up to 72 hours late`."""
    hours = max(row["late"] for row in rows)
    if hours < 1:
        return "A slip is due now" if len(rows) == 1 else f"{len(rows)} slips are due now"
    late = "1 hour late" if hours == 1 else f"{hours} hours late"
    return f"A slip is {late}" if len(rows) == 1 else f"{len(rows)} slips are up to {late}"


LATE_SLIPS = Reminder(
    name=unwritten.REMINDER,
    title="Late slips",
    source=unwritten.SOURCE,
    key=_on.id,
    due=unwritten.DUE,
    waits=sa.and_(
        unwritten.OWED,
        slip.c.submitted.is_(None),
        sa.func.now() - _LAST < unwritten.DUE,
        _on.starts > sa.func.now() - _RECENT,
    ),
    ladder=LADDER,
    tell=_tell,
    notify=_tell_office,
    exact=True,
    locks=(event, event_person),
)
"""A returned slip was submitted once, so it gets no reminders: its writer learned why when it was returned."""


def _tell_approved(tx: Tx, _: Rung, rows: Sequence[Mapping[str, Any]]) -> dict[int, str]:
    ids = [row["record_id"] for row in rows]
    for row in tx.all(sa.select(slip).where(slip.c.id.in_(ids)).order_by(slip.c.id)):
        notices.tell_approved(tx, row)
    return {}


APPROVED_SLIPS = Reminder(
    name="approvedSlip",
    title="Approved slips",
    source=slip,
    key=slip.c.id,
    due=slip.c.approved + UNDO,
    waits=sa.and_(slip.c.status == "approved", SORTS["approved"] > sa.func.now() - sa.text("interval '1 day'")),
    ladder=(Rung("final", "When the approval can no longer be taken back"),),
    tell=_tell_approved,
    exact=True,
)
"""A slip that is approved again after an undo has another time, and is announced then."""
REMINDERS = (LATE_SLIPS, APPROVED_SLIPS)
