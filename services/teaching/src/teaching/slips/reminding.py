"""Reminders of late slips: whoever writes one is told when it is due, a day and three days later, the academic office
with the last. And the news of approved ones, once the approval can no longer be taken back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.reminders import Receiver, Reminder, Rung
from kit.workflow import UNDO
from teaching.copies.events import COURSE_TITLE
from teaching.copies.model import event, event_person
from teaching.events import NOTIFICATION_RAISED
from teaching.slips import notices, unwritten
from teaching.slips.model import SORTS, slip

ACADEMIC_OFFICE = Receiver("academicOffice", "Academic office")
LADDER = (
    Rung("due", "When it is due"),
    Rung("after24", "24 hours after", hours=24),
    Rung("after72", "72 hours after", hours=72, also=(ACADEMIC_OFFICE,)),
)
KIND = "lateSlip"
_NAMED = 5
"""Slips named in one notice; the list that it opens has them all."""
_LAST = sa.text("interval '4 days'")
"""After so long nobody is reminded any more: a worker that paused for weeks, or a department that gives its tutors
another time, makes no flood of mails."""
_RECENT = sa.text("interval '20 days'")
"""From a tutorial to the last reminder, at most: a department gives 14 days for a slip. An index answers it."""
_on = event_person.c


def _rows(tx: Tx, rows: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The slips with the names that notices say, by writer, and how late each is."""
    late = {row["record_id"]: row["late"] for row in rows}
    writer, kind = unwritten.WRITER_ID.label("writer_id"), unwritten.WRITER_KIND.label("writer_kind")
    columns = (
        _on.id, kind, writer, unwritten.NAME.label("name"), unwritten.WRITER.label("writer"),
        COURSE_TITLE.label("course"), _on.starts,
    )  # fmt: skip
    found = sa.select(*columns).select_from(unwritten.NAMED).where(_on.id.in_(late)).order_by(kind, writer, _on.starts)
    return [{**row, "late": late[row["id"]]} for row in tx.all(found)]


def tell_writers(tx: Tx, rows: Sequence[Mapping[str, Any]]) -> int:
    """Raise one notice for each writer, about all their slips of `rows`; returns the number of writers."""
    told = 0
    for (kind, number), theirs in groupby(_rows(tx, rows), key=lambda row: (row["writer_kind"], row["writer_id"])):
        if number is not None:
            to = {"target": "/slips/to-write", "persons": [{"kind": kind, "id": number}]}
            _raise(tx, list(theirs), to)
            told += 1
    return told


def _tell(tx: Tx, _: Rung, rows: Sequence[Mapping[str, Any]]) -> dict[int, str]:
    """Tell the writers of the slips whose turn it is."""
    tell_writers(tx, rows)
    return {}


def _tell_office(tx: Tx, rung: Rung, rows: Sequence[Mapping[str, Any]], _: Mapping[int, str]) -> None:
    """Raise one notice to the office, about the slips of all."""
    to = {"target": "/academic-office/late-slips", "roleIds": [receiver.role for receiver in rung.also]}
    _raise(tx, _rows(tx, rows), to, names_writer=True)


def _raise(tx: Tx, rows: Sequence[Mapping[str, Any]], to: Mapping[str, Any], *, names_writer: bool = False) -> None:
    names = ("writer", "name", "course") if names_writer else ("name", "course")
    lines = [notices.about(row["starts"], *(row[name] for name in names)) for row in rows[:_NAMED]]
    more = [f"and {len(rows) - _NAMED} more"] if len(rows) > _NAMED else []
    notice = {"kind": KIND, "title": _title(rows), "text": "; ".join((*lines, *more))}
    tx.publish(NOTIFICATION_RAISED, rows[0]["id"], {**notice, **to})


def _title(rows: Sequence[Mapping[str, Any]]) -> str:
    """`A slip is due now`, `A slip is 25 hours late`, `3 slips are up to 72 hours late`."""
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
        unwritten.OWED, slip.c.submitted.is_(None), sa.func.now() - _LAST < unwritten.DUE,
        _on.starts > sa.func.now() - _RECENT,
    ),
    ladder=LADDER,
    tell=_tell,
    notify=_tell_office,
    exact=True,
    locks=(event, event_person),
)  # fmt: skip
"""A slip that came back was handed in once, and is not chased: its writer was told why when it was returned."""


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
"""One that is approved anew after it was taken back has another moment, and is told then."""
REMINDERS = (LATE_SLIPS, APPROVED_SLIPS)
