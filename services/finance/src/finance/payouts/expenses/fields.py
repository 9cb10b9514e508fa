"""A claim and its lines, changed by the claimant while the claim is open."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from finance.currencies import CURRENCY_OPTIONS
from finance.payouts.answers import ClaimExtra
from finance.payouts.expenses.model import expense_claim, expense_line
from finance.payouts.expenses.workflow import CLAIMS, OPEN, OWN, SCOPE, own_claim, reads
from kit.database import Tx, tables
from kit.errors import Invalid, NotFound
from kit.policy import Actor, Attach, Row, Scope, me, nobody, reading, staff
from kit.records import Change, Create, Delete, Field, FieldSet, Parent, Section
from kit.values import Date, FileIds, Money, Reference, Select, Text, options

CATEGORY_OPTIONS = options(
    ("travel", "Travel"),
    ("mileage", "Mileage"),
    ("accommodation", "Accommodation"),
    ("meals", "Meals"),
    ("materials", "Materials"),
    ("exams", "Exams"),
    ("other", "Other"),
)
_claim, _line = expense_claim.c, expense_line.c


@reading("status")
def closed(row: Row) -> str | None:
    """Why the claim cannot change, or None."""
    return None if row["status"] in OPEN else f"A claim cannot be changed while it is {row['status']}"


def _lines(connection: sa.Connection, _: Actor, row: Row) -> Mapping[str, Any]:
    found = connection.execute(
        sa.select(expense_line).where(_line.claim_id == row["id"]).order_by(_line.date, _line.id)
    ).mappings()
    return {
        "status": row["status"],
        "total": row["total"],
        "user": {"id": row["user_id"], "name": row["user_name"]},
        "submitted": row["submitted"],
        "returnReason": row["return_reason"],
        "approvedBy": row["approved_by_name"] or None,
        "paidDate": row["paid_date"],
        "lines": [
            {
                "id": line["id"],
                "date": line["date"],
                "category": line["category"],
                "description": line["description"],
                "amount": line["amount"],
                "VAT": line["vat"],
                "receipts": line["receipts"],
            }
            for line in found
        ],
    }


def _claimant(actor: Actor, _: dict[str, Any]) -> Mapping[str, Any]:
    return {"user_id": actor.user_id, "user_name": actor.name}


CLAIM = FieldSet(
    name="expenseClaim",
    table=expense_claim,
    path="/expenses/{id}",
    scope=SCOPE,
    attach=Attach(OWN, open=_claim.status.in_(OPEN)),
    read=reads,
    may=own_claim,
    workflow=CLAIMS,
    extra=_lines,
    answers=ClaimExtra,
    sections=(
        Section(
            "claim",
            "Claim",
            (
                Field(name="title", column=_claim.title, type=Text(required=True, max_length=120), when=closed),
                Field(
                    name="orgId", column=_claim.organisation_id, title="Organisation", when=closed,
                    type=Reference(source="/orgs", required=True),
                ),
                Field(
                    name="currency", column=_claim.currency, when=closed,
                    type=Select(choices=CURRENCY_OPTIONS, required=True),
                ),
            ),
        ),
    ),
    create=Create(path="/expenses", fields=("title", "orgId", "currency"), may=staff, defaults=_claimant),
    delete=Delete(path="/expenses/{id}", may=own_claim, when=closed),
)  # fmt: skip


def _locked(tx: Tx, record: int) -> dict[str, Any]:
    found = tx.one(sa.select(expense_claim).where(_claim.id == record, SCOPE.where(tx.actor)).with_for_update())
    if found is None or found["user_id"] != tx.actor.user_id:
        raise NotFound()
    return found


def _touched(tx: Tx, record: int) -> None:
    tx.execute(sa.update(expense_claim).where(_claim.id == record).values(**tables.version_values(expense_claim)))


def _vat_fits(change: Change) -> None:
    row = {**change.row, change.field.column.name: change.new}
    if row["vat"] > row["amount"]:
        raise Invalid("The VAT is a part of the amount", fields={change.field.name: "The VAT is a part of the amount"})


def _new_vat_fits(_: Actor, values: dict[str, Any]) -> Mapping[str, Any]:
    if (values.get("vat") or 0) > values["amount"]:
        raise Invalid("The VAT is a part of the amount", fields={"VAT": "The VAT is a part of the amount"})
    return {"vat": values.get("vat") or 0}


_own_claims = sa.select(_claim.id).where(_claim.user_id == me("user")).scalar_subquery()

LINE = FieldSet(
    name="expenseLine",
    table=expense_line,
    path="/expenses/line/{id}",
    scope=Scope(everything=nobody, own={"user": _line.claim_id.in_(_own_claims)}),
    read=staff,
    may=staff,
    parent=Parent(column=_line.claim_id, lock=_locked, changed=_touched, when=closed),
    sections=(
        Section(
            "line",
            "Line",
            (
                Field(name="date", column=_line.date, type=Date(required=True)),
                Field(
                    name="category", column=_line.category, type=Select(choices=CATEGORY_OPTIONS, required=True)
                ),
                Field(name="description", column=_line.description, type=Text(required=True, max_length=200)),
                Field(
                    name="amount", column=_line.amount, type=Money(required=True, minimum=1), check=_vat_fits,
                    help="What you paid, VAT included",
                ),
                Field(
                    name="VAT", column=_line.vat, title="VAT", type=Money(required=True, minimum=0), check=_vat_fits,
                    help="The VAT in it, as the receipt says",
                ),
                Field(name="receipts", column=_line.receipts, type=FileIds(most=5)),
            ),
        ),
    ),
    create=Create(
        path="/expenses/{id}/line", fields=("date", "category", "description", "amount", "VAT", "receipts"),
        may=staff, defaults=_new_vat_fits,
    ),
    delete=Delete(path="/expenses/line/{id}", may=staff),
)  # fmt: skip
