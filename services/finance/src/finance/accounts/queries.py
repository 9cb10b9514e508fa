"""Booking of a line: an account of its organisation's chart, and a sub account of that account."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from finance.accounts import rules
from finance.accounts.model import account, sub_account
from kit.database import Tx
from kit.errors import Invalid
from kit.records import Change
from kit.values.types import REQUIRED

BOOKING_COLUMNS = (
    account.c.code.label("account_code"),
    account.c.name.label("account_name"),
    sub_account.c.code.label("sub_code"),
    sub_account.c.name.label("sub_name"),
)
"""Return the columns that `booking_answer` reads, for a statement whose rows have an account and a sub account."""


def booking_answer(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return `account` and `subAccount` of a row that has their ids, VAT rate and BOOKING_COLUMNS; null without an
    account."""
    account_id, sub_account_id = row["account_id"], row["sub_account_id"]
    nominal = {"id": account_id, "code": row["account_code"], "name": row["account_name"]}
    sub = {"id": sub_account_id, "code": row["sub_code"], "name": row["sub_name"], "VATRate": row["vat_rate"]}
    return {"account": nominal if account_id else None, "subAccount": sub if sub_account_id else None}


Booking = dict[str, Any]
"""Return the booking fields of a line: account, sub account, and their VAT rate and treatment."""
_Rates = dict[int | None, tuple[int, str]]


def _booking(account_id: int, sub_account_id: int | None, rates: _Rates) -> Booking:
    rate, treatment = rates.get(sub_account_id, (0, rules.OUTSIDE))
    return {"accountId": account_id, "subAccountId": sub_account_id, "VATRate": rate, "VATTreatment": treatment}


def _sub_account_rates(tx: Tx, account_id: int, current_id: int | None = None) -> _Rates:
    """Return VAT rate and treatment of the sub accounts of an account, by id in code order. Archived ones are left out,
    except `current_id`, which the line already has."""
    columns = sub_account.c
    is_offered = sa.or_(~columns.archived, columns.id == (current_id or 0))
    statement = sa.select(columns.id, columns.vat_rate, columns.vat_treatment).where(
        columns.account_id == account_id, is_offered
    )
    return {
        row["id"]: (row["vat_rate"], row["vat_treatment"])
        for row in tx.all(statement.order_by(columns.code, columns.id))
    }


def check_account(tx: Tx, account_id: int, organisation_id: int | None) -> None:
    """Raise Invalid if the account is not in the organisation's chart; without an organisation, if no chart has it."""
    if not in_chart(tx, account_id, organisation_id):
        raise Invalid(rules.OTHER_CHART, field="accountId")


def in_chart(tx: Tx, account_id: int, organisation_id: int | None) -> bool:
    """Return True if the account is in the organisation's chart; without an organisation, if any chart has it."""
    condition = account.c.id == account_id
    if organisation_id is not None:
        condition &= account.c.organisation_id == rules.chart_of(organisation_id)
    return tx.scalar(sa.select(account.c.id).where(condition)) is not None


def highest_vat_rate(tx: Tx, organisation_id: int) -> int:
    """Return the highest VAT rate in the organisation's chart, in hundredths of a percent; at least the standard rate
    of its country."""
    chart = rules.chart_of(organisation_id)
    joined = sub_account.join(account, account.c.id == sub_account.c.account_id)
    highest = tx.scalar(
        sa.select(sa.func.max(sub_account.c.vat_rate)).select_from(joined).where(account.c.organisation_id == chart)
    )
    return max(highest or 0, rules.STANDARD_RATE.get(chart, rules.UK_STANDARD_RATE))


def booking_for(tx: Tx, account_id: int, sub_account_id: int | None, organisation_id: int | None) -> Booking:
    """Book a line to this account and sub account. The sub account is required when the account has any
    (`money.md 5`). Raises Invalid."""
    check_account(tx, account_id, organisation_id)
    rates = _sub_account_rates(tx, account_id, sub_account_id)
    if sub_account_id is None and rates:
        raise Invalid(REQUIRED, field="subAccountId")
    if sub_account_id is not None and sub_account_id not in rates:
        raise Invalid(rules.OTHER_ACCOUNT, field="subAccountId")
    return _booking(account_id, sub_account_id, rates)


def rebook(tx: Tx, change: Change, organisation_id: int | None) -> Booking:
    """Return the booking after the account or the sub account alone has changed. Raises Invalid.

    With another account the line keeps a sub account of that account, otherwise takes the first by code, so that a
    required sub account is never missing. Another sub account sets the account and the VAT rate too.
    """
    new, sub_account_id = change.new, change.row["sub_account_id"]
    if change.field.name == "accountId":
        check_account(tx, new, organisation_id)
        rates = _sub_account_rates(tx, new, sub_account_id)
        return _booking(new, sub_account_id if sub_account_id in rates else next(iter(rates), None), rates)
    if new is None:
        return booking_for(tx, change.row["account_id"], None, organisation_id)
    owner_id = tx.scalar(sa.select(sub_account.c.account_id).where(sub_account.c.id == new))
    if owner_id is None:
        raise Invalid(rules.OTHER_ACCOUNT, field="subAccountId")
    return booking_for(tx, owner_id, new, organisation_id)
