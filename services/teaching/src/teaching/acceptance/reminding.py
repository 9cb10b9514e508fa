"""Reminders of unanswered offers: to the tutor after three days, a week and ten days, and to the academic office with
the last one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.reminders import Receiver, Reminder, Rung
from kit.values.first_few import first_lines
from teaching.acceptance.model import tuition_offer
from teaching.acceptance.notices import KIND
from teaching.events import NOTIFICATION_RAISED

_o = tuition_offer.c
LADDER = (
    Rung("after3", "3 days after", days=3),
    Rung("after7", "7 days after", days=7),
    Rung("after10", "10 days after", days=10, also=(Receiver("academicOffice", "Academic office"),)),
)


def _rows(tx: Tx, rows: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    late = {row["record_id"]: row["late"] for row in rows}
    offers = tx.all(sa.select(tuition_offer).where(_o.id.in_(late)).order_by(_o.created, _o.id))
    return [{**row, "late": late[row["id"]]} for row in offers]


def _tell(tx: Tx, _: Rung, rows: Sequence[Mapping[str, Any]]) -> dict[int, str]:
    for row in _rows(tx, rows):
        notice = {
            "title": f"Please answer: {row['course_title']}",
            "text": f"Offered {_days(row['late'])} ago.",
            "target": f"/tuition/{row['id']}",
            "persons": [{"kind": "tutor", "id": row["tutor_id"]}],
        }
        tx.publish(NOTIFICATION_RAISED, row["id"], {"kind": KIND, **notice})
    return {}


def _tell_office(tx: Tx, rung: Rung, rows: Sequence[Mapping[str, Any]], _: Mapping[int, str]) -> None:
    offers = _rows(tx, rows)
    lines = [f"{row['tutor_name']}, {row['course_title']}" for row in offers]
    count = "An offer of tuition waits" if len(offers) == 1 else f"{len(offers)} offers of tuition wait"
    notice = {
        "title": f"{count} for an answer",
        "text": "; ".join(first_lines(lines)),
        "target": "/offers?status=offered",
        "roleIds": [receiver.role for receiver in rung.also],
    }
    tx.publish(NOTIFICATION_RAISED, offers[0]["id"], {"kind": KIND, **notice})


def _days(count: int) -> str:
    return "1 day" if count == 1 else f"{count} days"


OPEN_OFFERS = Reminder(
    name="openOffer",
    title="Offers of tuition without an answer",
    source=tuition_offer,
    key=_o.id,
    due=_o.created,
    waits=sa.and_(_o.status == "offered", _o.created > sa.func.now() - sa.text("interval '30 days'")),
    ladder=LADDER,
    tell=_tell,
    notify=_tell_office,
)
REMINDERS = (OPEN_OFFERS,)
