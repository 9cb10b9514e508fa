"""The accounts a line may be booked to: one of its organisation's chart, and one of the account's sub accounts."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa

from finance.accounts import rules
from finance.accounts.model import account, sub_account
from kit.database import Tx
from kit.errors import Invalid
from kit.values.types import REQUIRED


@dataclass(frozen=True)
class Booking:
    """Account, sub account and the VAT rate that comes with it."""

    account_id: int
    sub_account_id: int | None
    vat_rate: int
    vat_treatment: str = rules.OUTSIDE


def _subs(tx: Tx, account_id: int, keeping: int | None = None) -> dict[int, tuple[int, str]]:
    """The sub accounts of an account with their VAT rates and what a rate of 0 is, by code: those on offer, and the one
    that a line has."""
    columns = sub_account.c
    offered = sa.or_(~columns.archived, columns.id == (keeping or 0))
    subs = sa.select(columns.id, columns.vat_rate, columns.vat_treatment).where(
        columns.account_id == account_id, offered
    )
    return {
        row["id"]: (row["vat_rate"], row["vat_treatment"]) for row in tx.all(subs.order_by(columns.code, columns.id))
    }


def check_account(tx: Tx, account_id: int, organisation_id: int | None) -> None:
    """Raises Invalid where the account is not in the organisation's chart; of no organisation, where there is none."""
    mine = account.c.id == account_id
    if organisation_id is not None:
        mine &= account.c.organisation_id == rules.chart_of(organisation_id)
    if tx.scalar(sa.select(account.c.id).where(mine)) is None:
        raise Invalid(rules.OTHER_CHART, fields={"accountId": rules.OTHER_CHART})


def booked(tx: Tx, account_id: int, sub_account_id: int | None, organisation_id: int | None) -> Booking:
    """A line on this account and sub account, which is required when the account has any (`money.md 5`)."""
    check_account(tx, account_id, organisation_id)
    subs = _subs(tx, account_id, sub_account_id)
    if sub_account_id is None:
        if subs:
            raise Invalid(REQUIRED, fields={"subAccountId": REQUIRED})
        return Booking(account_id, None, 0)
    if sub_account_id not in subs:
        raise Invalid(rules.OTHER_ACCOUNT, fields={"subAccountId": rules.OTHER_ACCOUNT})
    return Booking(account_id, sub_account_id, *subs[sub_account_id])


def moved_to_account(tx: Tx, account_id: int, sub_account_id: int | None, organisation_id: int | None) -> Booking:
    """A line whose account alone changes: it keeps a sub account that fits, else takes the first by code, so that it
    never stands without one that is required."""
    check_account(tx, account_id, organisation_id)
    subs = _subs(tx, account_id, sub_account_id)
    chosen = sub_account_id if sub_account_id in subs else next(iter(subs), None)
    return Booking(account_id, chosen, *subs[chosen]) if chosen is not None else Booking(account_id, None, 0)


def moved_to_sub_account(tx: Tx, account_id: int, sub_account_id: int | None, organisation_id: int | None) -> Booking:
    """A line whose sub account changes: that brings its account and its VAT rate."""
    if sub_account_id is None:
        return booked(tx, account_id, None, organisation_id)
    owner = tx.scalar(sa.select(sub_account.c.account_id).where(sub_account.c.id == sub_account_id))
    if owner is None:
        raise Invalid(rules.OTHER_ACCOUNT, fields={"subAccountId": rules.OTHER_ACCOUNT})
    return booked(tx, owner, sub_account_id, organisation_id)
