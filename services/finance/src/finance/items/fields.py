"""The lines of an invoice, one field at a time (`money.md 3`, `5`, `7`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from finance.accounts import queries as accounts
from finance.invoices.model import invoice, invoice_item
from finance.invoices.part_attributes import LINE
from finance.invoices.parts import lines_of_invoice
from finance.items import rules
from finance.policy import for_staff
from kit.database import Tx
from kit.errors import Invalid, conflict_if, refuse_fields
from kit.policy import Row, staff
from kit.records import Acts, Change, Create, Delete, FieldSet
from kit.values.types import REQUIRED

_columns = invoice_item.c


def _organisation(tx: Tx, invoice_id: int) -> int:
    return int(tx.scalar(sa.select(invoice.c.organisation_id).where(invoice.c.id == invoice_id)))


def _no_title(row: Row) -> str | None:
    return rules.TITLE_HOLDS_NOTHING if row["meta_type"] == rules.TITLE else None


def _has_discount(row: Row) -> str | None:
    return _no_title(row) or (rules.NO_DISCOUNT if row["discount_type"] == "none" else None)


def _given(change: Change) -> None:
    """Values that a title may lack and a line must keep."""
    if change.new is None:
        raise Invalid(REQUIRED, field=change.field.name)


def _same_kind(change: Change) -> None:
    conflict_if(rules.refuse_title_change(change.old, change.new))


def _turn(tx: Tx, change: Change) -> Mapping[str, Any]:
    return {"amount": rules.retyped_amount(change.old, change.new, change.row["amount"])}


def _within_amount(change: Change) -> None:
    _given(change)
    if change.row["discount_type"] == "amount" and change.row["discount"] > abs(change.new):
        raise Invalid(rules.TOO_MUCH, field="amount")


def _sign(tx: Tx, change: Change) -> Mapping[str, Any]:
    return {"amount": rules.stored_amount(change.row["meta_type"], change.new)}


def _positive(change: Change) -> None:
    refusal = rules.refuse_discount(change.row["discount_type"], change.new or 0, change.row["amount"])
    if refusal is not None:
        raise Invalid(refusal, field="discount")


def _no_discount_yet(tx: Tx, change: Change) -> Mapping[str, Any]:
    """Require a new amount with a new type: pence are not a percentage."""
    return {"discount": 0}


def _rebook(tx: Tx, change: Change) -> Mapping[str, Any]:
    """Change account, sub account and VAT rate together."""
    return accounts.rebook(tx, change, _organisation(tx, change.row["invoice_id"]))


def _same_currency(tx: Tx, owner: int | None, body: Mapping[str, Any]) -> None:
    """Require the currency of the invoice for its line."""
    named = body.get("currency")
    currency = tx.scalar(sa.select(invoice.c.currency).where(invoice.c.id == owner))
    if named is not None and named != currency:
        raise Invalid(f"The invoice is in {currency}, so its lines are too", title="Form errors", field="currency")


def _complete(tx: Tx, values: dict[str, Any]) -> Mapping[str, Any]:
    """Complete a new line: all rules of its form, and its VAT rate."""
    refuse_fields(rules.refuse_line(values), title="Form errors")
    if values["meta_type"] == rules.TITLE:
        # the form asks for an account for every item; a title keeps none
        return {"account_id": None, "sub_account_id": None, "amount": 0, "discount_type": "none", "discount": 0}
    organisation = _organisation(tx, values["invoice_id"])
    booking = accounts.booking_for(tx, values["account_id"], values.get("sub_account_id"), organisation)
    amount = rules.stored_amount(values["meta_type"], values["amount"])
    return {"amount": amount, "discount": values.get("discount") or 0} | LINE.stored(booking)


ITEM_FIELDS = FieldSet(
    name="invoiceItem",
    table=invoice_item,
    path="/invoice/item/{id}",
    scope=for_staff,
    read=staff,
    may=staff,
    parent=lines_of_invoice(_columns.invoice_id, _columns.display_order),
    sections=LINE.sections(
        {"item": "Item"},
        {
            "metaType": Acts(check=_same_kind, dependents=_turn),
            "accountId": Acts(when=_no_title, check=_given, dependents=_rebook),
            "subAccountId": Acts(when=_no_title, dependents=_rebook),
            **dict.fromkeys(("VATRate", "VATTreatment"), Acts(read_only=True)),
            "amount": Acts(when=_no_title, check=_within_amount, dependents=_sign),
            "discountType": Acts(when=_no_title, check=_given, dependents=_no_discount_yet),
            "discount": Acts(when=_has_discount, check=_positive),
        },
    ),
    create=Create(
        path="/invoice/{id}/item",
        fields=LINE.names("VATRate", "VATTreatment"),
        complete=_complete,
        ignored=(
            *("id", "title", "account", "subAccount", "VATRate", "VATTreatment", "VAT", "total", "currency"),
            "discountAmount",
        ),
        agrees=_same_currency,
    ),
    delete=Delete(undo=True),
)
"""Ignore computed fields, so that a sample and a line of an exam can be sent back as they were returned."""
