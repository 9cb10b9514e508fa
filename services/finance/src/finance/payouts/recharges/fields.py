"""Recharges: their fields and their life, draft, agreed, settled."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from finance.currencies import CURRENCY_OPTIONS
from finance.days import PastDate
from finance.payouts.answers import RechargeExtra
from finance.payouts.policy import finance, is_own
from finance.payouts.recharges.model import recharge
from kit.policy import Actor, Row, Scope, reading
from kit.records import Create, Delete, Field, FieldSet, Section
from kit.values import Date, Money, Reference, Select, Text, options
from kit.workflow import Confirm, Move, Need, Workflow

TYPE_OPTIONS = options(
    ("tuition", "Tuition"), ("exams", "Exams"), ("staff", "Staff"), ("premises", "Premises"), ("other", "Other")
)
STATES = options(("draft", "Draft", "grey"), ("agreed", "Agreed", "blue"), ("settled", "Settled", "green"))
SCOPE = Scope(everything=finance)
_columns = recharge.c


@reading("entered_by_id")
def _not_own(row: Row, actor: Actor) -> str | None:
    return "Whoever entered a recharge does not agree to it" if is_own(actor, row, "entered_by_id") else None


RECHARGE_STATES = Workflow(
    name="recharge",
    table=recharge,
    column=_columns.status,
    states=STATES,
    scope=SCOPE,
    moves=(
        Move(
            name="agree", title="Agree", source=("draft",), target="agreed", who=finance, path="/recharges/{id}/agree",
            when=_not_own, signs="agreed", style="primary",
            confirm=Confirm("Agree to the recharge?", "It can no longer be changed."),
        ),
        Move(
            name="settle", title="Mark as settled", source=("agreed",), target="settled", who=finance,
            path="/recharges/{id}/settle", style="primary",
            needs=(Need("settledDate", PastDate(required=True), "Settled on", _columns.settled_date),),
        ),
    ),
)  # fmt: skip


@reading("status")
def _closed(row: Row) -> str | None:
    return None if row["status"] == "draft" else f"A recharge cannot be changed once it is {row['status']}"


def _enterer(actor: Actor, _: dict[str, Any]) -> Mapping[str, Any]:
    return {"entered_by_id": actor.user_id, "entered_by_name": actor.name}


def _rest(_: sa.Connection, __: Actor, row: Row) -> Mapping[str, Any]:
    people = {"enteredBy": row["entered_by_name"] or None, "agreedBy": row["agreed_by_name"] or None}
    return {"status": row["status"], "settledDate": row["settled_date"], **people}


RECHARGE = FieldSet(
    name="recharge",
    table=recharge,
    path="/recharges/{id}",
    scope=SCOPE,
    read=finance,
    may=finance,
    workflow=RECHARGE_STATES,
    extra=_rest,
    answers=RechargeExtra,
    sections=(
        Section(
            "recharge",
            "Recharge",
            (
                Field(
                    name="type", column=_columns.type, type=Select(choices=TYPE_OPTIONS, required=True), when=_closed
                ),
                Field(
                    name="fromOrgId", column=_columns.from_organisation_id, title="From", when=_closed,
                    type=Reference(source="/orgs", required=True), help="Who recharges, and is paid",
                ),
                Field(
                    name="toOrgId", column=_columns.to_organisation_id, title="To", when=_closed,
                    type=Reference(source="/orgs", required=True), help="Who owes it",
                ),
                Field(name="date", column=_columns.date, type=Date(required=True), when=_closed),
                Field(
                    name="description", column=_columns.description, type=Text(required=True, max_length=300),
                    when=_closed,
                ),
                Field(
                    name="currency", column=_columns.currency, type=Select(choices=CURRENCY_OPTIONS, required=True),
                    when=_closed,
                ),
                Field(name="amount", column=_columns.amount, type=Money(required=True, minimum=1), when=_closed),
            ),
        ),
    ),
    create=Create(
        path="/recharges",
        fields=("type", "fromOrgId", "toOrgId", "date", "description", "currency", "amount"),
        may=finance,
        defaults=_enterer,
    ),
    delete=Delete(path="/recharges/{id}", may=finance, when=_closed),
)  # fmt: skip
