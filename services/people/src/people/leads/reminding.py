"""Morning reminders of the next steps of leads. Each owner gets a notice about all that are due. The academic office
gets one about leads without an owner, with a former one, or days overdue."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.reminders import Receiver, Reminder, Rung
from kit.values.first_few import first_lines
from people.events import NOTIFICATION_RAISED
from people.leads.attributes import OPEN, owner
from people.leads.model import enquiry
from people.persons.queries import full_name

_c = enquiry.c
KIND = "leadDue"
OFFICE = "academicOffice"


def _rows(tx: Tx, rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    ids = [row["record_id"] for row in rows]
    present = sa.case((owner.c.status == "active", _c.owner_id), else_=None).label("user")
    columns = (_c.id, full_name(enquiry).label("name"), _c.next_step, present)
    statement = sa.select(*columns).select_from(enquiry.outerjoin(owner, owner.c.user_id == _c.owner_id))
    return tx.all(statement.where(_c.id.in_(ids)).order_by(present.nulls_first(), _c.next_due, _c.id))


def _raise(tx: Tx, rows: Sequence[Mapping[str, Any]], title: str, target: str, receivers: Mapping[str, Any]) -> None:
    lines = [f"{row['name']}: {row['next_step']}" for row in rows]
    notice = {"kind": KIND, "title": title, "text": "; ".join(first_lines(lines)), "target": target, **receivers}
    tx.publish(NOTIFICATION_RAISED, rows[0]["id"], notice)


def _count(number: int) -> str:
    return "A lead is due" if number == 1 else f"{number} leads are due"


def _tell(tx: Tx, rung: Rung, rows: Sequence[Mapping[str, Any]]) -> dict[int, str]:
    for user, group in groupby(_rows(tx, rows), key=lambda row: row["user"]):
        theirs = list(group)
        if user is None:
            title = f"{_count(len(theirs))} and nobody has {'it' if len(theirs) == 1 else 'them'}"
            _raise(tx, theirs, title, "/leads/reminders", {"roleIds": [OFFICE]})
        else:
            _raise(tx, theirs, _count(len(theirs)), "/leads/my/reminders", {"userIds": [user]})
    return {}


def _notify(tx: Tx, rung: Rung, rows: Sequence[Mapping[str, Any]], _: Mapping[int, str]) -> None:
    overdue = _rows(tx, rows)
    count = "A lead is" if len(overdue) == 1 else f"{len(overdue)} leads are"
    title = f"{count} {rung.days} days overdue"
    _raise(tx, overdue, title, "/leads/reminders", {"roleIds": [receiver.role for receiver in rung.also]})


LEADS_DUE = Reminder(
    name=KIND,
    title="Next steps of leads",
    source=enquiry,
    key=_c.id,
    due=_c.next_due,
    waits=sa.and_(_c.next_due.is_not(None), _c.lead_status.in_(OPEN), _c.merged_into_id.is_(None)),
    ladder=(
        Rung("due", "On the day"),
        Rung("after1", "The day after", days=1),
        Rung("after3", "3 days after", days=3, also=(Receiver(OFFICE, "Academic office"),)),
        Rung("after7", "7 days after", days=7, also=(Receiver(OFFICE, "Academic office"),)),
    ),
    tell=_tell,
    notify=_notify,
)
REMINDERS = (LEADS_DUE,)
