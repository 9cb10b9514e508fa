"""Samples are kept by accounting."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from finance.accounts import queries as accounts
from finance.accounts.policy import keeps_accounts
from finance.items import rules
from finance.policy import for_staff
from finance.samples.model import invoice_sample
from kit.database import Tx
from kit.policy import Row, staff
from kit.records import Change, Create, Delete, Field, FieldSet, Section
from kit.records.references import archived_field
from kit.values import Money, Reference, RichText, Select, Text, options

_columns = invoice_sample.c
KIND_OPTIONS = options(("item", "Item"), ("header", "Header"), ("footer", "Footer"))
_A_TEXT = "Only a sample of an item has this"


def _of_item(row: Row) -> str | None:
    return None if row["kind"] == "item" else _A_TEXT


def _rebook(tx: Tx, change: Change) -> Mapping[str, Any]:
    """A sample has a sub account of its account, or none of either: then it is chosen for the line."""
    row, name, new = change.row, change.field.name, change.new
    if new is None:
        return {"accountId": None, "subAccountId": None} if name == "accountId" else {}
    if name == "accountId":
        booking = accounts.rebook_account(tx, new, row["sub_account_id"], row["organisation_id"])
    else:
        booking = accounts.rebook_sub_account(tx, row["account_id"], new, row["organisation_id"])
    return {"accountId": booking.account_id, "subAccountId": booking.sub_account_id}


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
    may=keeps_accounts,
    sections=(
        Section(
            "sample",
            "Sample",
            (
                Field(
                    name="kind", column=_columns.kind, type=Select(choices=KIND_OPTIONS, required=True),
                    when=lambda _: "A sample stays what it is",
                ),
                Field(name="title", column=_columns.title, type=Text(required=True, max_length=100)),
                Field(
                    name="organisationId", column=_columns.organisation_id, title="Organisation",
                    dependents=_same_chart, type=Reference(source="/orgs"), help="None: for every organisation",
                ),
                Field(name="description", column=_columns.description, type=RichText(required=True)),
                Field(
                    name="metaType", column=_columns.meta_type, title="Item type", when=_of_item,
                    type=Select(choices=rules.META_OPTIONS, blank="standalone"),
                ),
                Field(
                    name="type", column=_columns.type, when=_of_item,
                    type=Select(choices=rules.TYPE_OPTIONS, blank="other"),
                ),
                Field(
                    name="accountId", column=_columns.account_id, title="Nominal code", when=_of_item,
                    dependents=_rebook, type=Reference(source="/xero/org/accounts"),
                ),
                Field(
                    name="subAccountId", column=_columns.sub_account_id, title="Sub account", when=_of_item,
                    dependents=_rebook, type=Reference(source="/xero/org/sub-accounts"),
                ),
                Field(name="amount", column=_columns.amount, when=_of_item, dependents=_amount, type=Money()),
                archived_field(_columns.archived, keeps_accounts),
            ),
        ),
    ),
    create=Create(
        path="/invoice/samples",
        fields=(
            "kind", "title", "organisationId", "description", "metaType", "type", "accountId", "subAccountId", "amount",
        ),
        may=keeps_accounts,
        complete=_complete,
    ),
    delete=Delete(path="/invoice/samples/{id}", may=keeps_accounts),
)  # fmt: skip
