"""Calls without a declaration: the invoices of an enquiry, with filters in headers, and creating and deleting
(`money.md 2`, `7`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from finance.editor import creation, parts
from finance.editor.answers import BillingYearOffered, InvoiceDeleted
from finance.editor.lists import INVOICES
from finance.invoices import rules
from finance.invoices.policy import issues_credits
from kit.http.answers import page
from kit.http.core import Answer
from kit.http.fastapi import Call, RequestCall, Routes
from kit.http.shapes import Created, Form
from kit.lists import serve
from kit.policy import staff

routes = Routes()


@routes.get("/enquiry/{ewtId}/invoices", may=staff, answers=page(INVOICES))
def enquiry_invoices(call: Call, ewtId: int) -> Answer:  # noqa: N803  the path's own name
    """The invoices of an enquiry with type, narrowed by the optional headers entityType and entityTypeId."""
    named = {name: text for name in ("entityType", "entityTypeId") if (text := call.header(name))}
    filters = {"ewtId": str(ewtId), **named}
    return Answer(serve.page(call.db, INVOICES, call.actor, dict(call.request.query_params), filters))


@routes.get("/invoice/parts/fields", may=staff, answers=Form)
def part_fields(call: Call) -> dict[str, Any]:
    """Form fields and choices of the plan, payments, mails, the accounting system and the payment link."""
    return parts.form()


@routes.get("/invoices/billingyears", may=staff, answers=list[BillingYearOffered])
def billing_years(call: Call) -> list[dict[str, Any]]:
    """The billing years that are offered today, the latest first"""
    return [{"id": year.value, "title": year.label} for year in reversed(rules.offered_billing_years())]


def _check_enquiry(call: RequestCall, arguments: Mapping[str, Any]) -> None:
    creation.check_enquiry(call.db, call.actor, arguments["body"])


@routes.post("/invoice", may=staff, status=201, before=_check_enquiry, answers=Created, takes=creation.FORM)
def create_invoice(call: Call, body: dict[str, Any]) -> dict[str, Any]:
    """A new invoice or credit note, as a draft."""
    return creation.create(call.tx, body)


@routes.post("/invoice/{id}/creditnote", may=issues_credits, status=201, answers=Created)
def create_credit_note(call: Call, id: int) -> dict[str, Any]:
    """A credit note for this invoice: address, currency and entity are taken over."""
    return creation.credit(call.tx, id)


@routes.delete("/invoice/{id}", may=staff, answers=InvoiceDeleted)
def delete_invoice(call: Call, id: int) -> dict[str, Any]:
    """Delete a draft; an invoice that has a number is cancelled instead."""
    return creation.delete(call.tx, id)
