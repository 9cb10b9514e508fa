"""Reminders of requests and signatures. A request has them a week and a day before its deadline, on the day, and three
and seven days after it; the office gets the last one too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.reminders import Receiver, Reminder, Rung
from kit.values.first_few import first_lines
from people.entries import notices, signers
from people.entries.filling import OPEN
from people.entries.requests import asking
from people.forms.model import form, form_entry, form_request

_r, _f, _e = form_request.c, form.c, form_entry.c
LADDER = (
    Rung("before7", "7 days before", days=-7),
    Rung("before1", "A day before", days=-1),
    Rung("due", "On the day"),
    Rung("after3", "3 days after", days=3),
    Rung("after7", "7 days after", days=7, also=(Receiver("academicOffice", "Academic office"),)),
)


def _rows(tx: Tx, rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    ids = [row["record_id"] for row in rows]
    columns = (form_request, _f.title, _f.generation)
    statement = sa.select(*columns).select_from(form_request.join(form, _f.id == _r.form_id))
    return tx.all(statement.where(_r.id.in_(ids)).order_by(_r.deadline, _r.id))


def _tell(tx: Tx, rung: Rung, rows: Sequence[Mapping[str, Any]]) -> dict[int, str]:
    late = rung.days > 0
    for row in _rows(tx, rows):
        asking.tell_person(tx, row, row, prefix="Overdue" if late else "Reminder")
    return {}


def _tell_office(tx: Tx, rung: Rung, rows: Sequence[Mapping[str, Any]], _: Mapping[int, str]) -> None:
    overdue = _rows(tx, rows)
    if not overdue:
        return
    lines = [f"{row['person_name']}, {row['title']}" for row in overdue]
    count = "A form is overdue" if len(overdue) == 1 else f"{len(overdue)} forms are overdue"
    notices.tell(
        tx,
        overdue[0]["id"],
        notices.ENTRY,
        count,
        "; ".join(first_lines(lines)),
        "/form/requests?overdue=true",
        roles=[receiver.role for receiver in rung.also],
    )


FORM_REQUESTS = Reminder(
    name="formRequest",
    title="Requested forms",
    source=form_request,
    key=_r.id,
    due=_r.deadline,
    waits=sa.and_(
        _r.status == "open",
        _r.deadline > sa.func.now() - sa.text("interval '30 days'"),
        ~sa.exists().where(_e.id == _r.entry_id, _e.status.not_in(OPEN)),
    ),
    ladder=LADDER,
    tell=_tell,
    notify=_tell_office,
)


def _to_sign(tx: Tx, rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    ids = [row["record_id"] for row in rows]
    statement = sa.select(form_entry, _f.title).select_from(form_entry.join(form, _f.id == _e.form_id))
    return tx.all(statement.where(_e.id.in_(ids)).order_by(_e.submitted, _e.id))


def _tell_signers(tx: Tx, _: Rung, rows: Sequence[Mapping[str, Any]]) -> dict[int, str]:
    for row in _to_sign(tx, rows):
        signers.ask(tx, row, "Reminder, please sign")
    return {}


def _tell_unsigned(tx: Tx, rung: Rung, rows: Sequence[Mapping[str, Any]], _: Mapping[int, str]) -> None:
    for row in _to_sign(tx, rows):
        about = row["about_name"] or row["filled_name"]
        notices.tell(
            tx,
            row["id"],
            notices.ENTRY,
            f"{row['title']} of {about} is not signed",
            f"The signature of the {' and the '.join(row['awaited'])} is missing for two weeks.",
            f"/form/entry/{row['id']}/staff",
            roles=[receiver.role for receiver in rung.also],
        )


FORM_SIGNATURES = Reminder(
    name="formSignature",
    title="Forms that wait for a signature",
    source=form_entry,
    key=_e.id,
    due=_e.submitted,
    waits=sa.and_(
        _e.awaited != sa.text("'{}'"),
        _e.status.in_(("received", "inReview")),
        _e.submitted > sa.func.now() - sa.text("interval '60 days'"),
    ),
    ladder=(
        Rung("after3", "3 days after", days=3),
        Rung("after7", "7 days after", days=7),
        Rung("after14", "14 days after", days=14, also=(Receiver("academicOffice", "Academic office"),)),
    ),
    tell=_tell_signers,
    notify=_tell_unsigned,
)
