"""Recharges: their fields and their states draft, agreed and settled."""

from __future__ import annotations

from finance.days import PastDate
from finance.payouts.policy import entered_by, finance, refuse_unless
from finance.payouts.recharges import attributes
from finance.payouts.recharges.attributes import STATES
from finance.payouts.recharges.model import recharge
from finance.periods.moves import open_on, paid_on
from kit.changes.hands import refuse_hand
from kit.policy import Scope
from kit.records import Create, Delete, FieldSet
from kit.workflow import Confirm, Move, Need, Workflow

_columns = recharge.c
_BOTH = ("from_organisation_id", "to_organisation_id")
_RECHARGE = "the recharge of {amount:money} for {description}"

RECHARGE_STATES = Workflow(
    name="recharge",
    column=_columns.status,
    states=STATES,
    scope=Scope(everything=finance),
    moves=(
        Move(
            name="agree",
            title="Agree",
            source=("draft",),
            target="agreed",
            who=finance,
            path="/recharges/{id}/agree",
            done="Recharge for {description} agreed",
            when=refuse_hand("agrees to it"),
            signs="agreed",
            style="primary",
            effect=open_on(lambda _, row: [row["date"]], _BOTH),
            confirm=Confirm(f"Agree to {_RECHARGE}?", "It can no longer be changed.", yes="Agree to recharge"),
        ),
        Move(
            name="settle",
            title="Mark as settled",
            source=("agreed",),
            target="settled",
            who=finance,
            done="Recharge for {description} marked as settled",
            path="/recharges/{id}/settle",
            when=refuse_hand("marks it as settled"),
            style="primary",
            effect=paid_on("settledDate", _BOTH),
            needs=(Need("settledDate", PastDate(required=True), "Settled on", _columns.settled_date),),
            confirm=Confirm(f"Mark {_RECHARGE} as settled?", yes="Mark as settled"),
        ),
    ),
)


RECHARGE = FieldSet(
    name="recharge",
    path="/recharges/{id}",
    may=finance,
    when=refuse_unless(("draft",), "A recharge cannot be changed once it is"),
    workflow=RECHARGE_STATES,
    extra=attributes.RECHARGE.extra,
    answers=attributes.RechargeExtra,
    sections=attributes.RECHARGE.sections({"recharge": "Recharge"}),
    pays=("fromOrgId", "toOrgId", "currency", "amount"),
    create=Create(defaults=entered_by),
    delete=Delete(),
)
