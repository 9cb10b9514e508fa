"""Rates of invigilators as records."""

from __future__ import annotations

import sqlalchemy as sa

from finance.payouts.invigilators.attributes import RATE
from finance.payouts.invigilators.model import invigilator_rate
from finance.payouts.policy import finance
from kit.changes import hands
from kit.database import Tx
from kit.policy import Row
from kit.records import Create, Delete, FieldSet

_r = invigilator_rate.c


def _pass_hands(tx: Tx, row: Row) -> None:
    """Transfer the hands of a deleted rate: who set it, and who deleted it, count as setters of the rates that now
    apply."""
    entered = row[hands.NAME].get(hands.ENTERED, {}) | hands.hand(tx.actor, "deleted a rate of this invigilator")
    whose = sa.or_(_r.invigilator_id == row["invigilator_id"], _r.invigilator_id.is_(None))
    hands.add(tx, invigilator_rate, sa.and_(whose, _r.currency == row["currency"], _r.id != row["id"]), entered)


RATE_FIELDS = FieldSet(
    name="invigilatorRate",
    table=invigilator_rate,
    path="/invigilationpay/rates/{id}",
    may=finance,
    sections=RATE.sections({"rate": "Rate"}),
    pays=RATE.names(),
    create=Create(),
    delete=Delete(after=_pass_hands),
)
