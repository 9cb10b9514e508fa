"""Reminders of term reports. The tutor is notified when one is requested, a week and a day before it is due, when it is
due, and every second day after it. The academic office gets the last one too. Also the notices of approved reports."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.reminders import Receiver, Reminder, Rung
from kit.values.first_few import first_lines
from kit.values.shown import shown
from kit.workflow import UNDO
from teaching.events import NOTIFICATION_RAISED
from teaching.reports import rules
from teaching.reports.messages import notices
from teaching.reports.model import SORTS, report

ACADEMIC_OFFICE = Receiver("academicOffice", "Academic office")
LADDER = (
    Rung("before7", "7 days before", days=-7),
    Rung("before1", "1 day before", days=-1),
    Rung("due", "When it is due"),
    Rung("after2", "2 days after", days=2),
    Rung("after4", "4 days after", days=4),
    Rung("after6", "6 days after", days=6),
    Rung("after8", "8 days after", days=8, also=(ACADEMIC_OFFICE,)),
)
KIND = "lateReport"
TO_WRITE, MISSING = "/reports/to-write", "/system/reports?status=called,saved,returned&isLate=true"
_LAST = sa.text("interval '9 days'")
"""The age at which reminders end, so that a worker that paused for weeks does not send a flood of mails."""
_c = report.c


def _rows(tx: Tx, rows: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the reports by tutor, each with its lateness."""
    late = {row["record_id"]: row["late"] for row in rows}
    statement = sa.select(report).where(_c.id.in_(late)).order_by(_c.tutor_id, _c.deadline, _c.id)
    return [{**row, "late": late[row["id"]]} for row in tx.all(statement)]


def tell_tutors(tx: Tx, rows: Sequence[Mapping[str, Any]], kind: str = KIND) -> int:
    """Raise one notice for each tutor about all their reports of `rows`; return the number of tutors."""
    tutors = 0
    for tutor, theirs in groupby(_rows(tx, rows), key=lambda row: row["tutor_id"]):
        mine = list(theirs)
        title = _title(mine) if kind == KIND else _called(mine)
        _raise(tx, mine, {"kind": kind, "title": title, "target": TO_WRITE, "persons": [_person(tutor)]})
        tutors += 1
    return tutors


def _tell(tx: Tx, _: Rung, rows: Sequence[Mapping[str, Any]]) -> dict[int, str]:
    tell_tutors(tx, rows)
    return {}


def _tell_office(tx: Tx, rung: Rung, rows: Sequence[Mapping[str, Any]], _: Mapping[int, str]) -> None:
    """Raise one notice to the office about the reports of all tutors."""
    late = _rows(tx, rows)
    to = {"kind": KIND, "title": _title(late), "target": MISSING, "roleIds": [one.role for one in rung.also]}
    _raise(tx, late, to, names_tutor=True)


def _raise(tx: Tx, rows: Sequence[Mapping[str, Any]], notice: Mapping[str, Any], *, names_tutor: bool = False) -> None:
    lines = [
        ", ".join([*([row["tutor_name"]] if names_tutor else []), row["student_name"], row["course_title"]])
        for row in rows
    ]
    tx.publish(NOTIFICATION_RAISED, rows[0]["id"], {"text": "; ".join(first_lines(lines)), **notice})


def _person(tutor: int) -> dict[str, Any]:
    return {"kind": "tutor", "id": tutor}


def _title(rows: Sequence[Mapping[str, Any]]) -> str:
    """Return `A report is due in 7 days`, `A report is due now`, `3 reports are up to 4 days late`."""
    hours = max(row["late"] for row in rows)
    count, verb = ("A report", "is") if len(rows) == 1 else (f"{len(rows)} reports", "are")
    if -1 <= hours < 24:
        return f"{count} {verb} due now"
    days = max(1, round(-hours / 24) if hours < 0 else hours // 24)
    span = f"{days} day" if days == 1 else f"{days} days"
    if hours < 0:
        return f"{count} {verb} due in {span}"
    return f"{count} {verb} {span} late" if len(rows) == 1 else f"{count} {verb} up to {span} late"


def _called(rows: Sequence[Mapping[str, Any]]) -> str:
    """Return `3 reports to write, the first by 12/12/26 17:00`."""
    due = shown(min(row["deadline"] for row in rows))
    return f"A report to write by {due}" if len(rows) == 1 else f"{len(rows)} reports to write, the first by {due}"


LATE_REPORTS = Reminder(
    name="lateReport",
    title="Late reports",
    source=report,
    key=_c.id,
    due=_c.deadline,
    waits=sa.and_(
        _c.status.in_(rules.WRITTEN),
        _c.submitted.is_(None),
        sa.func.now() - _LAST < _c.deadline,
    ),
    ladder=LADDER,
    tell=_tell,
    party=_c.tutor_id,
    notify=_tell_office,
    exact=True,
)
"""A returned report was handed in once, so it gets no reminders. The office stops the reminders of one report or of a
tutor (`kit.reminders`)."""


def _tell_called(tx: Tx, _: Rung, rows: Sequence[Mapping[str, Any]]) -> dict[int, str]:
    tell_tutors(tx, rows, notices.KIND)
    return {}


def _tell_approved(tx: Tx, _: Rung, rows: Sequence[Mapping[str, Any]]) -> dict[int, str]:
    ids = [row["record_id"] for row in rows]
    for row in tx.all(sa.select(report).where(_c.id.in_(ids)).order_by(_c.id)):
        notices.tell_approved(tx, row)
    return {}


_RECENT = sa.text("interval '1 day'")
CALLED_REPORTS = Reminder(
    name="calledReport",
    title="Reports asked for",
    source=report,
    key=_c.id,
    due=_c.created + rules.UNDO_CALL,
    waits=sa.and_(_c.status == "called", _c.created > sa.func.now() - _RECENT),
    ladder=(Rung("final", "When the request can no longer be taken back"),),
    tell=_tell_called,
    exact=True,
)
APPROVED_REPORTS = Reminder(
    name="approvedReport",
    title="Approved reports",
    source=report,
    key=_c.id,
    due=_c.approved + UNDO,
    waits=sa.and_(_c.status == "approved", SORTS["approved"] > sa.func.now() - _RECENT),
    ladder=(Rung("final", "When the approval can no longer be taken back"),),
    tell=_tell_approved,
    exact=True,
)
REMINDERS = (LATE_REPORTS, CALLED_REPORTS, APPROVED_REPORTS)
