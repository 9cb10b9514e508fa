"""Fields of an invoice that change one at a time (`PUT /invoice/{id}`, `money.md 7`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from finance.days import WrappedDate
from finance.editor.answers import InvoiceExtra
from finance.editor.queries import extra
from finance.editor.workflow import INVOICE_STATES
from finance.events import INVOICE_CHANGED, invoice_payload
from finance.invoices import bookings, rules
from finance.invoices.model import invoice
from finance.invoices.policy import SCOPE, issues_credits, reads, sets_status
from finance.policy import for_staff
from kit.db import Tx
from kit.errors import Conflict, Forbidden
from kit.fields import Boolean, Change, Date, Email, Field, FieldSet, Money, RichText, Section, Select, Text
from kit.fields.pipeline import NOT_ALLOWED
from kit.policy import Row, nobody, staff
from kit.schemas import or_null
from kit.sql import Attach

_columns = invoice.c
YEARS = rules.EVERY_BILLING_YEAR


class BillingYear(Select):
    """A four-digit code, 2122 for 2021-2022, as number or text; not set it is 0 in the table, null on the wire."""

    def empty(self) -> int:
        return rules.NOT_SET

    def read(self, raw: Any) -> Any:
        return super().read(int(raw) if isinstance(raw, str) and raw.strip().isdecimal() else raw)

    def encode(self, value: Any) -> Any:
        return value or None

    def meta(self) -> dict[str, Any]:
        return super().meta() | {"options": [year.meta() for year in rules.offered_billing_years()]}

    def answer(self) -> dict[str, Any]:
        return or_null({"enum": [choice.value for choice in self.choices]})


def _editable(row: Row) -> str | None:
    return rules.refuse_read_only(row["status"])


def _has_nif(row: Row) -> str | None:
    if row["organisation_id"] != rules.NIF_ORGANISATION:
        return "Only invoices of organisation 3 have a NIF"
    return _editable(row)


def _follows(change: Change) -> None:
    """The page used to send sums. Equal to ours they are taken as read; otherwise the page has not seen all lines."""
    raise Conflict(rules.SUMS_FOLLOW, code="changed_meanwhile", extra={"value": change.old})


def _check_kind(change: Change) -> None:
    """Whether it is a credit note: a question for who issues them, while it is still to be issued."""
    credit = rules.CREDIT in (change.old, change.new) if change.field.name == "title" else True
    if not credit:
        return
    if not issues_credits(change.actor, change.row):
        raise Forbidden(NOT_ALLOWED)
    refusal = rules.refuse_other_kind(change.row)
    if refusal is not None:
        raise Conflict(refusal)
    if change.new and change.new != "Invoice" and change.row["has_instalment_plan"]:
        raise Conflict(bookings.NO_PLAN)


def _title_of_kind(tx: Tx, change: Change) -> Mapping[str, Any]:
    """The title follows the kind, and the kind the title."""
    if change.field.name == "title":
        return {"isCreditNote": change.new == rules.CREDIT} if rules.CREDIT in (change.old, change.new) else {}
    return {"title": rules.CREDIT if change.new else rules.TITLE_OPTIONS[1].value}


def _plan_flag(change: Change) -> None:
    """Set for a plan that is about to be entered; instalments take it away with the last of them."""
    if change.new and change.row["is_credit_note"]:
        raise Conflict(bookings.NO_PLAN)


INVOICE = FieldSet(
    name="invoice",
    table=invoice,
    path="/invoice/{id}",
    scope=SCOPE,
    attach=Attach(for_staff),
    read=reads,
    may=staff,
    event=INVOICE_CHANGED,
    payload=invoice_payload,
    extra=extra,
    answers=InvoiceExtra,
    workflow=INVOICE_STATES,
    sections=(
        Section(
            "invoice",
            "Invoice",
            (
                Field(
                    name="title", column=_columns.title, when=_editable, check=_check_kind, along=_title_of_kind,
                    type=Select(choices=rules.TITLE_OPTIONS, required=True),
                ),
                Field(name="email", column=_columns.email, type=Email(), when=_editable),
                Field(
                    name="billingYear", column=_columns.billing_year, when=_editable,
                    type=BillingYear(choices=YEARS),
                ),
                Field(name="date", column=_columns.date, type=Date(required=True), when=_editable),
                Field(name="dueDate", column=_columns.due_date, type=WrappedDate(), when=_editable),
                Field(
                    name="NIF", column=_columns.nif, title="NIF", when=_has_nif,
                    type=Text(max_length=20),
                ),
                Field(
                    name="description", column=_columns.description, type=RichText(), when=_editable, shown=staff,
                    help="Internal: never on the invoice",
                ),
            ),
        ),
        Section(
            "address",
            "Address",
            (
                Field(name="line1", column=_columns.line1, title="Line 1", type=Text(), when=_editable),
                Field(name="line2", column=_columns.line2, title="Line 2", type=Text(), when=_editable),
                Field(name="line3", column=_columns.line3, title="Line 3", type=Text(), when=_editable),
                Field(name="postcode", column=_columns.postcode, type=Text(max_length=20), when=_editable),
            ),
        ),
        Section(
            "legacy",
            "Written by calls, not by a form",
            (
                Field(
                    name="status", column=_columns.status, type=Select(choices=rules.STATUS_OPTIONS), may=sets_status,
                    workflow=INVOICE_STATES, shown=nobody,
                ),
                Field(
                    name="isCreditNote", column=_columns.is_credit_note, type=Boolean(), when=_editable,
                    may=issues_credits, check=_check_kind, along=_title_of_kind, shown=nobody,
                ),
                Field(
                    name="hasInstallmentPlan", column=_columns.has_instalment_plan, type=Boolean(), when=_editable,
                    check=_plan_flag, shown=nobody,
                ),
                *(
                    Field(name=name, column=column, type=Money(), check=_follows, shown=nobody)
                    for name, column in (
                        ("amount", _columns.amount), ("discount", _columns.discount), ("VAT", _columns.vat),
                        ("total", _columns.total),
                    )
                ),
            ),
        ),
    ),
)  # fmt: skip
