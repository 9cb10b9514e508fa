"""Samples, maintained by accounting."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from finance.accounts import queries as accounts
from finance.policy import accounting, for_staff
from finance.samples import attributes
from finance.samples.model import invoice_sample
from kit.database import Tx
from kit.policy import Row, staff
from kit.records import Acts, Change, Create, Delete, FieldSet

_A_TEXT = "Only a sample of an item has this"


def _of_item(row: Row) -> str | None:
    return None if row["kind"] == "item" else _A_TEXT


def _rebook(tx: Tx, change: Change) -> Mapping[str, Any]:
    """Check that a sample has a sub account of its account, or neither: then the user of the sample chooses."""
    if change.new is None:
        return {"accountId": None, "subAccountId": None} if change.field.name == "accountId" else {}
    booking = accounts.rebook(tx, change, change.row["organisation_id"])
    return {name: booking[name] for name in ("accountId", "subAccountId")}


def _same_chart(tx: Tx, change: Change) -> Mapping[str, Any]:
    if change.row["account_id"] is not None:
        accounts.check_account(tx, change.row["account_id"], change.new)
    return {}


def _amount(tx: Tx, change: Change) -> Mapping[str, Any]:
    return {"amount": change.new or 0}


def _complete(tx: Tx, values: dict[str, Any]) -> Mapping[str, Any]:
    account, sub = values.get("account_id"), values.get("sub_account_id")
    amount = {"amount": values.get("amount") or 0}
    if values["kind"] != "item" or account is None:
        return amount | {"account_id": None, "sub_account_id": None}
    accounts.check_account(tx, account, values.get("organisation_id"))
    if sub is not None:
        accounts.booking_for(tx, account, sub, values.get("organisation_id"))
    return amount


SAMPLE = FieldSet(
    name="invoiceSample",
    table=invoice_sample,
    path="/invoice/samples/{id}",
    scope=for_staff,
    read=staff,
    may=accounting,
    sections=attributes.SAMPLE.sections(
        {"sample": "Sample"},
        {
            "kind": Acts(when=lambda _: "A sample stays what it is"),
            "organisationId": Acts(dependents=_same_chart),
            **dict.fromkeys(("metaType", "type"), Acts(when=_of_item)),
            **dict.fromkeys(("accountId", "subAccountId"), Acts(when=_of_item, dependents=_rebook)),
            "amount": Acts(when=_of_item, dependents=_amount),
        },
    ),
    create=Create(fields=attributes.SAMPLE.names("archived"), complete=_complete),
    delete=Delete(),
)
