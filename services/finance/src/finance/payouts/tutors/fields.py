"""Rates, and the few editable fields of a pay run."""

from __future__ import annotations

import sqlalchemy as sa

from finance.payouts.policy import finance, refuse_unless
from finance.payouts.tutors import attributes
from finance.payouts.tutors.model import tutor_rate
from finance.payouts.tutors.queries import run_parts
from finance.payouts.tutors.workflow import PAY_RUNS
from kit.changes import hands
from kit.database import Tx
from kit.policy import Row
from kit.records import Create, Delete, FieldSet

_rate = tutor_rate.c


def _pass_hands(tx: Tx, row: Row) -> None:
    """Transfer the hands of a deleted rate: who set it, and who deleted it, count as setters of the rate that now
    applies."""
    entered = row[hands.NAME].get(hands.ENTERED, {}) | hands.hand(tx.actor, "deleted a rate of this tutor")
    others = sa.and_(_rate.tutor_id == row["tutor_id"], _rate.currency == row["currency"], _rate.id != row["id"])
    hands.add(tx, tutor_rate, others, entered)


RATE = FieldSet(
    name="tutorRate",
    table=tutor_rate,
    path="/tutorpayments/rates/{id}",
    may=finance,
    sections=attributes.RATE.sections({"rate": "Rate"}),
    pays=attributes.RATE.names(),
    create=Create(),
    delete=Delete(after=_pass_hands),
)

RUN = FieldSet(
    name="payRun",
    path="/tutorpayments/{id}",
    may=finance,
    workflow=PAY_RUNS,
    extra=run_parts,
    answers=attributes.RunExtra,
    sections=attributes.RUN.sections({"run": "Pay run"}),
    delete=Delete(when=refuse_unless(("draft",), "A pay run cannot be deleted once it is")),
)
