"""Fields of an invoice that change one at a time (`PUT /invoice/{id}`, `money.md 7`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from finance.editor.answers import InvoiceExtra
from finance.editor.chronicle import chronicle
from finance.editor.payers import note_typed
from finance.editor.queries import extra
from finance.editor.workflow import INVOICE_STATES
from finance.events import INVOICE_CHANGED
from finance.invoices import bookings, rules
from finance.invoices.attributes import INVOICE
from finance.invoices.model import invoice
from finance.invoices.payer import ADDRESS
from finance.invoices.policy import SCOPE, issues_credits, reads, sets_status
from finance.policy import accounting, for_staff
from kit.database import Tx
from kit.errors import Conflict, conflict_if
from kit.policy import Attach, Row, nobody, staff
from kit.records import Acts, Change, FieldSet


def _has_nif(row: Row) -> str | None:
    if row["organisation_id"] != rules.NIF_ORGANISATION:
        return "Only invoices of organisation 3 have a NIF"
    return rules.refuse_issued(row)


def _email_typed(tx: Tx, change: Change) -> None:
    note_typed(tx, change.row["id"], "email")


def _address_typed(tx: Tx, change: Change) -> None:
    note_typed(tx, change.row["id"], "address")


def _follows(change: Change) -> None:
    """Accept sums, which the page used to send, if they equal ours; otherwise the page has not seen all lines."""
    raise Conflict(rules.SUMS_FOLLOW, code="changed_meanwhile", extra={"value": change.old})


def _check_kind(change: Change) -> None:
    """Check the change of kind: only those who issue credit notes decide it, and only before it is issued."""
    if change.field.name == "title" and rules.CREDIT not in (change.old, change.new):
        return
    issues_credits.require(change.actor, change.row)
    conflict_if(rules.refuse_other_kind(change.row))
    if change.new and change.new != "Invoice" and change.row["has_instalment_plan"]:
        raise Conflict(bookings.NO_PLAN)


def _title_of_kind(tx: Tx, change: Change) -> Mapping[str, Any]:
    """Keep title and kind consistent."""
    if change.field.name == "title":
        return {"isCreditNote": change.new == rules.CREDIT} if rules.CREDIT in (change.old, change.new) else {}
    return {"title": rules.CREDIT if change.new else rules.TITLE_OPTIONS[1].value}


def _plan_flag(change: Change) -> None:
    """Allow the flag only for a plan that is about to be entered; deleting the last instalment clears it."""
    if change.new and change.row["is_credit_note"]:
        raise Conflict(bookings.NO_PLAN)


INVOICE_FIELDS = FieldSet(
    name="invoice",
    table=invoice,
    path="/invoice/{id}",
    scope=SCOPE,
    attach=Attach(for_staff),
    read=reads,
    may=staff,
    event=INVOICE_CHANGED,
    payload=INVOICE.payload,
    extra=extra,
    answers=InvoiceExtra,
    workflow=INVOICE_STATES,
    history=accounting,
    chronicle=chronicle,
    sections=INVOICE.sections(
        {"invoice": "Invoice", "address": "Address", "legacy": "Written by calls, not by a form"},
        {
            "title": Acts(when=rules.refuse_read_only, check=_check_kind, dependents=_title_of_kind),
            "email": Acts(when=rules.refuse_read_only, after=_email_typed),
            "dueDate": Acts(when=rules.refuse_read_only),
            **dict.fromkeys(("billingYear", "date"), Acts(when=rules.refuse_issued)),
            **dict.fromkeys(ADDRESS, Acts(when=rules.refuse_issued, after=_address_typed)),
            "NIF": Acts(when=_has_nif),
            "description": Acts(when=rules.refuse_read_only),
            "status": Acts(may=sets_status, workflow=INVOICE_STATES, shown=nobody),
            "isCreditNote": Acts(
                when=rules.refuse_read_only,
                may=issues_credits,
                check=_check_kind,
                dependents=_title_of_kind,
                shown=nobody,
            ),
            "hasInstallmentPlan": Acts(when=rules.refuse_read_only, check=_plan_flag, shown=nobody),
            **dict.fromkeys(("amount", "discount", "VAT", "total"), Acts(check=_follows, shown=nobody)),
        },
    ),
)
