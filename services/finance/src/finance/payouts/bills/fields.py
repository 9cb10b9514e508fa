"""A bill as it is entered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from finance.currencies import CURRENCY_OPTIONS
from finance.payouts.answers import BillExtra
from finance.payouts.bills.model import bill
from finance.payouts.bills.workflow import BILL_STATES, SCOPE
from finance.payouts.policy import pays
from kit.policy import Actor, Attach, Row, reading
from kit.records import Create, Field, FieldSet, Section
from kit.values import Date, FileIds, Money, Reference, Select, Text

_columns = bill.c


@reading("status")
def _closed(row: Row) -> str | None:
    return None if row["status"] == "entered" else f"A bill cannot be changed once it is {row['status']}"


def _enterer(actor: Actor, _: dict[str, Any]) -> Mapping[str, Any]:
    return {"entered_by_id": actor.user_id, "entered_by_name": actor.name}


def _rest(_: sa.Connection, __: Actor, row: Row) -> Mapping[str, Any]:
    names = {"enteredBy": "entered_by_name", "approvedBy": "approved_by_name", "paidBy": "paid_by_name"}
    people = {name: row[column] or None for name, column in names.items()}
    return {"status": row["status"], "total": row["total"], "paidDate": row["paid_date"], **people}


BILL = FieldSet(
    name="bill",
    table=bill,
    path="/bills/{id}",
    scope=SCOPE,
    attach=Attach(SCOPE),
    read=pays,
    may=pays,
    workflow=BILL_STATES,
    extra=_rest,
    answers=BillExtra,
    ordered=(("date", "dueDate"),),
    sections=(
        Section(
            "bill",
            "Bill",
            (
                Field(
                    name="supplier", column=_columns.supplier, type=Text(required=True, max_length=120), when=_closed
                ),
                Field(
                    name="reference", column=_columns.reference, type=Text(required=True, max_length=60), when=_closed,
                    help="The supplier's own number: a bill is entered once",
                ),
                Field(
                    name="orgId", column=_columns.organisation_id, title="Organisation", when=_closed,
                    type=Reference(source="/orgs", required=True),
                ),
                Field(
                    name="accountId", column=_columns.account_id, title="Account", when=_closed,
                    type=Reference(source="/xero/org/1/accounts"),
                ),
                Field(
                    name="currency", column=_columns.currency, when=_closed,
                    type=Select(choices=CURRENCY_OPTIONS, required=True),
                ),
                Field(name="date", column=_columns.date, type=Date(required=True), when=_closed),
                Field(name="dueDate", column=_columns.due_date, type=Date(), when=_closed),
                Field(name="net", column=_columns.net, type=Money(required=True, minimum=1), when=_closed),
                Field(
                    name="VAT", column=_columns.vat, title="VAT", type=Money(required=True, minimum=0), when=_closed
                ),
                Field(name="note", column=_columns.note, type=Text(max_length=1000, multiline=True), when=_closed),
                Field(
                    name="files", column=_columns.files, type=FileIds(most=10), when=_closed,
                    title="The bill as it came",
                ),
            ),
        ),
    ),
    create=Create(
        path="/bills",
        fields=(
            "supplier", "reference", "orgId", "accountId", "currency", "date", "dueDate", "net", "VAT", "note", "files",
        ),
        may=pays,
        defaults=_enterer,
    ),
)  # fmt: skip
