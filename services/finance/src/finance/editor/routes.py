"""Calls without a declaration: the invoices of an enquiry with filters in headers, and creation and deletion (`money.md
2`, `7`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from fastapi import Query
from pydantic import Field

from finance.editor import creation, parts, payers
from finance.editor.answers import BillingYearOffered, InvoiceDeleted, PayerChoice, PayerChosen
from finance.editor.lists import INVOICES
from finance.editor.organisations import check_organisation
from finance.invoices import rules
from finance.invoices.policy import changes_payer, issues_credits
from kit.http.answers import page
from kit.http.core import Answer
from kit.http.fastapi import Body, Call, Id, RequestCall, Routes
from kit.http.shapes import Created, Form
from kit.lists import serve
from kit.policy import staff

routes = Routes()
Search = Annotated[str, Query(max_length=100)]


class CreditBody(Body):
    """The lines to credit, by id, or all of them; partial net amounts in minor units by line id."""

    lines: Literal["all"] | Annotated[list[Id], Field(max_length=1000)] = Field(default_factory=list)
    amounts: Annotated[dict[str, int], Field(max_length=1000)] = Field(default_factory=dict)


@routes.get("/enquiry/{ewtId}/invoices", may=staff, answers=page(INVOICES))
def enquiry_invoices(call: Call, ewtId: int) -> Answer:
    """List the invoices of an enquiry with type, narrowed by the optional headers entityType and entityTypeId."""
    named = {name: text for name in ("entityType", "entityTypeId") if (text := call.header(name))}
    filters = {"ewtId": str(ewtId), **named}
    return Answer(serve.page(call.db, INVOICES, call.actor, dict(call.request.query_params), filters))


@routes.get("/invoice/parts/fields", may=staff, answers=Form)
def part_fields(call: Call) -> dict[str, Any]:
    """Return the form fields and choices of the plan, payments, mails, the accounting system and the payment link."""
    return parts.form()


@routes.get("/invoices/billingyears", may=staff, answers=list[BillingYearOffered])
def billing_years(call: Call) -> list[dict[str, Any]]:
    """Return the billing years on offer today, latest first."""
    return [{"id": year.value, "title": year.label} for year in reversed(rules.offered_billing_years())]


def _check_enquiry(call: RequestCall, arguments: Mapping[str, Any]) -> None:
    creation.check_enquiry(call.db, call.actor, arguments["body"])
    check_organisation(call.actor, arguments["body"])


@routes.post("/invoice", may=staff, status=201, before=_check_enquiry, answers=Created, takes=creation.FORM)
def create_invoice(call: Call, body: dict[str, Any]) -> dict[str, Any]:
    """Create an invoice or credit note as a draft."""
    return creation.create(call.tx, body)


@routes.post("/invoice/{id}/creditnote", may=issues_credits, status=201, answers=Created)
def create_credit_note(call: Call, id: int, body: CreditBody | None = None) -> dict[str, Any]:
    """Create a credit note for this invoice, which copies payer, address, currency, billing year and entity, and the
    named lines."""
    body = body or CreditBody()
    return creation.credit(call.tx, id, body.lines, body.amounts)


@routes.get("/invoice/{id}/payers", may=changes_payer, answers=list[PayerChoice])
def payer_choices(call: Call, id: int, search: Search = "") -> list[dict[str, Any]]:
    """Return the persons who can be invoiced, each with the reason; with `search`, others by name or e-mail address."""
    return call.read(payers.choices, id, search)


@routes.post("/invoice/{id}/payer", may=changes_payer, answers=PayerChosen, takes=payers.FORM)
def choose_payer(call: Call, id: int, body: dict[str, Any]) -> dict[str, Any]:
    """Choose the payer of a draft."""
    return payers.choose(call.tx, id, body)


@routes.delete("/invoice/{id}", may=staff, answers=InvoiceDeleted)
def delete_invoice(call: Call, id: int) -> dict[str, Any]:
    """Delete a draft; a numbered invoice is cancelled instead."""
    return creation.delete(call.tx, id)
