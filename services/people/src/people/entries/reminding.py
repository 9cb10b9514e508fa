"""The ladder of a request: a week and a day before its deadline, on the day, three and seven days after, the office
with the last."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.reminders import Receiver, Reminder, Rung
from people.entries import asking, notices
from people.forms.model import form, form_request

_r, _f = form_request.c, form.c
_NAMED = 5
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
        asking.tell_person(
            tx, {**row, "record_id": row["id"]}, row["person_kind"], row["person_id"], row["about_name"],
            row["deadline"], "Overdue" if late else "Reminder",
        )  # fmt: skip
    return {}


def _tell_office(tx: Tx, rung: Rung, rows: Sequence[Mapping[str, Any]], _: Mapping[int, str]) -> None:
    overdue = _rows(tx, rows)
    if not overdue:
        return
    lines = [f"{row['person_name']}, {row['title']}" for row in overdue[:_NAMED]]
    more = [f"and {len(overdue) - _NAMED} more"] if len(overdue) > _NAMED else []
    count = "A form is overdue" if len(overdue) == 1 else f"{len(overdue)} forms are overdue"
    notices.tell(
        tx, overdue[0]["id"], notices.ENTRY, count, "; ".join((*lines, *more)), "/form/requests?overdue=true",
        roles=[receiver.role for receiver in rung.also],
    )  # fmt: skip


FORM_REQUESTS = Reminder(
    name="formRequest",
    title="Forms that were asked for",
    source=form_request,
    key=_r.id,
    due=_r.deadline,
    waits=sa.and_(_r.status == "open", _r.deadline > sa.func.now() - sa.text("interval '30 days'")),
    ladder=LADDER,
    tell=_tell,
    notify=_tell_office,
)
