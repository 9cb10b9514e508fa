"""Reminders of requested references: on the due day, and three and seven days after it. The academic office gets the
last one too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from kit.database import TODAY, Tx
from kit.reminders import Receiver, Reminder, Rung
from people.applications import notices
from people.applications.model import application, application_reference
from people.applications.referees import asking
from people.applications.rules import OPEN

_r, _a = application_reference.c, application.c


def _tell(tx: Tx, rung: Rung, rows: Sequence[Mapping[str, Any]]) -> dict[int, str]:
    for row in rows:
        asking.send(tx, row["record_id"])
    return {}


def _notify(tx: Tx, rung: Rung, rows: Sequence[Mapping[str, Any]], _: Mapping[int, str]) -> None:
    ids = [row["record_id"] for row in rows]
    late = sa.select(_r.application_id, _a.first_name, _a.last_name, sa.func.count().label("count")).join(
        application, _a.id == _r.application_id
    )
    late = late.where(_r.id.in_(ids)).group_by(_r.application_id, _a.first_name, _a.last_name)
    for row in tx.all(late.order_by(_r.application_id)):
        name = f"{row['first_name']} {row['last_name']}"
        notices.tell(
            tx,
            row["application_id"],
            f"References for {name} are late",
            "Please telephone the referees.",
            "/references",
        )


REFERENCES = Reminder(
    name="tutorReference",
    title="References of tutor applications",
    source=application_reference.join(application, _a.id == _r.application_id),
    key=_r.id,
    due=_r.due,
    waits=sa.and_(_r.status == "asked", _a.status.in_(OPEN), _r.due.is_not(None), _r.due > TODAY - sa.text("30")),
    ladder=(
        Rung("due", "On the day"),
        Rung("after3", "3 days after", days=3),
        Rung("after7", "7 days after", days=7, also=(Receiver("academicOffice", "Academic office"),)),
    ),
    tell=_tell,
    notify=_notify,
    locks=(application_reference,),
)
