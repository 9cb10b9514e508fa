"""A claim and its lines, changed by the claimant while the claim is open."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from finance.payouts.expenses import attributes
from finance.payouts.expenses.model import expense_claim, expense_line
from finance.payouts.expenses.workflow import CLAIMS, OPEN, OWN, own_claim
from finance.payouts.policy import refuse_unless
from kit.database import all_rows
from kit.errors import Invalid
from kit.policy import Actor, Attach, Row, Scope, me, nobody, staff
from kit.records import Acts, Change, Create, Delete, FieldSet, Parent

_claim, _line = expense_claim.c, expense_line.c
_closed = refuse_unless(OPEN, "A claim cannot be changed while it is")


def _with_lines(connection: sa.Connection, _: Actor, row: Row) -> Mapping[str, Any]:
    statement = sa.select(expense_line).where(_line.claim_id == row["id"]).order_by(_line.date, _line.id)
    lines = [{"id": line["id"], **attributes.LINE.shown(line)} for line in all_rows(connection, statement)]
    claim = attributes.CLAIM.shown(row)
    return claim | {"user": {"id": row["user_id"], "name": row["user_name"]}, "lines": lines}


def _claimant(actor: Actor, _: dict[str, Any]) -> Mapping[str, Any]:
    return {"user_id": actor.user_id, "user_name": actor.name}


CLAIM = FieldSet(
    name="expenseClaim",
    path="/expenses/{id}",
    attach=Attach(OWN, open=_claim.status.in_(OPEN)),
    read=staff,
    may=own_claim,
    when=_closed,
    workflow=CLAIMS,
    extra=_with_lines,
    answers=attributes.ClaimExtra,
    sections=attributes.CLAIM.sections({"claim": "Claim"}),
    pays=("orgId", "currency"),
    create=Create(may=staff, defaults=_claimant),
    delete=Delete(),
)


def _vat_fits(change: Change) -> None:
    row = {**change.row, change.field.column.name: change.new}
    if row["vat"] > row["amount"]:
        raise Invalid("The VAT is a part of the amount", field=change.field.name)


def _new_vat_fits(_: Actor, values: dict[str, Any]) -> Mapping[str, Any]:
    if (values.get("vat") or 0) > values["amount"]:
        raise Invalid("The VAT is a part of the amount", field="VAT")
    return {"vat": values.get("vat") or 0}


_own_claims = sa.select(_claim.id).where(_claim.user_id == me("user")).scalar_subquery()

LINE = FieldSet(
    name="expenseLine",
    table=expense_line,
    path="/expenses/line/{id}",
    scope=Scope(everything=nobody, own={"user": _line.claim_id.in_(_own_claims)}),
    read=staff,
    may=staff,
    parent=Parent.of(CLAIM, _line.claim_id, noun="line", named=lambda row: str(row["description"])),
    sections=attributes.LINE.sections({"line": "Line"}, dict.fromkeys(("amount", "VAT"), Acts(check=_vat_fits))),
    create=Create(path="/expenses/{id}/line", defaults=_new_vat_fits),
    delete=Delete(),
)
