"""Reminders of steps of checklists: those with the role get a notice before the day, on it and after it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.reminders import Receiver, Reminder, Rung
from kit.values.first_few import first_lines
from people.checklists.model import checklist, checklist_item
from people.events import NOTIFICATION_RAISED

_c, _i = checklist.c, checklist_item.c
KIND = "checklistDue"
_SOURCE = checklist_item.join(checklist, _c.id == _i.checklist_id)


def _rows(tx: Tx, rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    ids = [row["record_id"] for row in rows]
    columns = (_i.id, _i.title, _i.owner, _i.due, _c.name)
    return tx.all(sa.select(*columns).select_from(_SOURCE).where(_i.id.in_(ids)).order_by(_i.owner, _i.due, _i.id))


def _raise(tx: Tx, rows: Sequence[Mapping[str, Any]], roles: Sequence[str], target: str) -> None:
    lines = [f"{row['title']} ({row['name']})" for row in rows]
    count = "1 step of a checklist is" if len(rows) == 1 else f"{len(rows)} steps of checklists are"
    notice = {
        "kind": KIND,
        "title": f"{count} due",
        "text": "; ".join(first_lines(lines)),
        "target": target,
        "roleIds": list(roles),
    }
    tx.publish(NOTIFICATION_RAISED, rows[0]["id"], notice)


def _tell(tx: Tx, _: Rung, rows: Sequence[Mapping[str, Any]]) -> dict[int, str]:
    """Raise a notice for each role, about all its steps."""
    for owner, theirs in groupby(_rows(tx, rows), key=lambda row: row["owner"]):
        _raise(tx, list(theirs), [owner], "/checklists/mine")
    return {}


def _notify(tx: Tx, rung: Rung, rows: Sequence[Mapping[str, Any]], _: Mapping[int, str]) -> None:
    _raise(tx, _rows(tx, rows), [receiver.role for receiver in rung.also], "/checklists")


OVERDUE_STEPS = Reminder(
    name="checklistDue",
    title="Steps of checklists",
    source=_SOURCE,
    key=_i.id,
    due=_i.due,
    waits=sa.and_(_i.due.is_not(None), _i.status == "open", ~_i.blocked, _c.status == "open"),
    ladder=(
        Rung("before3", "3 days before", days=-3),
        Rung("due", "On the day"),
        Rung("after7", "7 days after", days=7, also=(Receiver("academicOffice", "Academic office"),)),
    ),
    tell=_tell,
    notify=_notify,
    locks=(checklist_item,),
)
REMINDERS = (OVERDUE_STEPS,)
