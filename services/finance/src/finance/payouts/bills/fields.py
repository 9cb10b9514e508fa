"""Fields of an entered bill."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from finance.accounts import queries as accounts
from finance.accounts.rules import vat_on
from finance.days import years_from
from finance.payouts.bills import attributes
from finance.payouts.bills.workflow import BILL_STATES
from finance.payouts.policy import entered_by, pays, refuse_unless
from kit.database import Tx
from kit.errors import Invalid
from kit.policy import Attach, Row
from kit.records import Acts, Change, Create, FieldSet
from kit.values.shown import money

LATEST_DUE = "Due date: please enter a date at most two years after the date of the bill"


def _check_vat(tx: Tx, row: Row) -> None:
    """Raise Invalid if the VAT is above the highest rate of the organisation's chart."""
    rate = accounts.highest_vat_rate(tx, row["organisation_id"])
    most = vat_on(row["net"], rate)
    if (row["vat"] or 0) > most:
        text = f"The VAT is at most {money(most, row['currency'])}: {rate / 100:g}% of the net amount"
        raise Invalid(text, field="VAT")


def _check_due(row: Row) -> None:
    due = row.get("due_date")
    if due is not None and due > years_from(row["date"], 2):
        raise Invalid(LATEST_DUE, field="dueDate")


def _row(change: Change) -> dict[str, Any]:
    """Check the bill as it would be after the change."""
    return {**change.row, change.field.column.name: change.new}


def _due_in_time(change: Change) -> None:
    _check_due(_row(change))


def _vat_fits(tx: Tx, change: Change) -> Mapping[str, Any]:
    _check_vat(tx, _row(change))
    return {}


def _of_chart(tx: Tx, change: Change) -> Mapping[str, Any]:
    if change.new is not None:
        accounts.check_account(tx, change.new, change.row["organisation_id"])
    return {}


def _other_chart(tx: Tx, change: Change) -> Mapping[str, Any]:
    """Clear the account of the former organisation's chart when the organisation changes."""
    _check_vat(tx, _row(change))
    if change.row["account_id"] is None or accounts.in_chart(tx, change.row["account_id"], change.new):
        return {}
    return {"accountId": None}


def _complete(tx: Tx, values: dict[str, Any]) -> Mapping[str, Any]:
    if values.get("account_id") is not None:
        accounts.check_account(tx, values["account_id"], values["organisation_id"])
    _check_due(values)
    _check_vat(tx, values)
    return {}


_VAT, _DUE = Acts(dependents=_vat_fits), Acts(check=_due_in_time)

BILL = FieldSet(
    name="bill",
    path="/bills/{id}",
    attach=Attach(BILL_STATES.scope),
    may=pays,
    when=refuse_unless(("entered",), "A bill cannot be changed once it is"),
    workflow=BILL_STATES,
    extra=attributes.BILL.extra,
    answers=attributes.BillExtra,
    ordered=(("date", "dueDate"),),
    pays=("supplier", "reference", "orgId", "accountId", "currency", "net", "VAT"),
    sections=attributes.BILL.sections(
        {"bill": "Bill"},
        {
            "orgId": Acts(dependents=_other_chart),
            "accountId": Acts(dependents=_of_chart),
            "net": _VAT,
            "VAT": _VAT,
            "date": _DUE,
            "dueDate": _DUE,
        },
    ),
    create=Create(defaults=entered_by, complete=_complete),
)
