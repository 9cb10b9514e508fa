"""Payments and allocations of credit notes."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from typing import Any

from sandbox import documents
from sandbox.documents import pounds
from sandbox.errors import Wrong, absent, unreadable
from sandbox.store import Books, new_id

_PAYMENT = {"Invoice", "CreditNote", "Account", "Date", "Amount", "Reference"}


def check_fields(body: Any) -> None:
    """Refuse the whole request if it names an unknown field or reference."""
    unknown = set(body) - _PAYMENT if isinstance(body, dict) else {"?"}
    if unknown:
        raise unreadable(f" Could not find member '{min(unknown)}' on object of type 'Payment'.")


def _paid(given: dict[str, Any]) -> tuple[str, str, str]:
    """Kind of the document that a payment is for, and the names of its id and its remaining amount."""
    return (
        ("CreditNotes", "CreditNoteID", "RemainingCredit")
        if "CreditNote" in given
        else ("Invoices", "InvoiceID", "AmountDue")
    )


def pay(books: Books, tenant: str, given: dict[str, Any]) -> dict[str, Any]:
    """Create a payment of an invoice, or the refund of a credit note. Raises Wrong."""
    kind, key, left = _paid(given)
    document = books.one(tenant, kind, (given.get(kind[:-1]) or {}).get(key) or "")
    if document is None:
        raise Wrong("The document to pay could not be found")
    if document["Status"] not in {"AUTHORISED", "PAID"}:
        raise Wrong("Payments can only be made against Authorised documents")
    code = (given.get("Account") or {}).get("Code") or ""
    accounts = books.named(tenant, "Accounts", code)
    if not any(one["Type"] == "BANK" or one.get("EnablePaymentsToAccount") for one in accounts):
        raise Wrong(f"Account code '{code}' is not a valid code for this document.")
    amount = pounds(given.get("Amount") or 0)
    if amount <= 0:
        raise Wrong("Payment amount must be greater than zero")
    if amount > pounds(document[left]):
        raise Wrong("Payment amount exceeds the amount outstanding on this document")
    text, date = documents.day("Date", given.get("Date") or dt.datetime.now(dt.UTC).date().isoformat())
    payment = books.put(
        tenant,
        "Payments",
        {
            "PaymentID": new_id(),
            "Date": date,
            "DateString": text,
            "Amount": amount,
            "Status": "AUTHORISED",
            "Reference": given.get("Reference") or "",
            "CurrencyRate": Decimal("1.0"),
            "PaymentType": "ACCRECPAYMENT" if kind == "Invoices" else "ARCREDITPAYMENT",
            "Account": {"Code": code},
            "IsReconciled": False,
            kind[:-1]: {key: document[key]},
        },
    )
    shown = {name: payment[name] for name in ("PaymentID", "Date", "Amount", "Reference")}
    document["Payments"].append(shown)
    _settled(books, tenant, kind, document)
    return payment


def take_back(books: Books, tenant: str, key: str) -> dict[str, Any]:
    """Delete a payment; the amount is due again."""
    payment = books.one(tenant, "Payments", key)
    if payment is None:
        raise absent()
    if payment["Status"] == "DELETED":
        raise Wrong("Payment has already been deleted")
    if payment["IsReconciled"]:
        raise Wrong("This payment has been reconciled with a bank statement and cannot be deleted")
    kind, name, _ = _paid(payment)
    document = books.one(tenant, kind, payment[kind[:-1]][name])
    assert document is not None
    document["Payments"] = [one for one in document["Payments"] if one["PaymentID"] != key]
    _settled(books, tenant, kind, document)
    return books.put(tenant, "Payments", payment | {"Status": "DELETED"})


def _settled(books: Books, tenant: str, kind: str, body: dict[str, Any]) -> None:
    zero = Decimal("0.00")
    body["AmountPaid"] = sum((pounds(one["Amount"]) for one in body["Payments"]), zero)
    parts = body["CreditNotes"] if kind == "Invoices" else body["Allocations"]
    name = "AppliedAmount" if kind == "Invoices" else "Amount"
    body["AmountCredited"] = sum((pounds(one[name]) for one in parts), zero)
    documents.settle(kind, body)
    books.put(tenant, kind, body)
    category, key = ("INVOICE", "InvoiceID") if kind == "Invoices" else ("CREDITNOTE", "CreditNoteID")
    books.tell(tenant, category, "UPDATE", body[key])


def allocate(books: Books, tenant: str, note_id: str, given: dict[str, Any]) -> dict[str, Any]:
    """Allocate part of a credit note to an invoice. Raises Wrong."""
    note = books.one(tenant, "CreditNotes", note_id)
    if note is None:
        raise absent()
    if set(given) - {"Invoice", "Amount", "Date"}:
        raise unreadable(" Could not find a member on object of type 'Allocation'.")
    invoice = books.one(tenant, "Invoices", (given.get("Invoice") or {}).get("InvoiceID") or "")
    if invoice is None or invoice["Status"] not in {"AUTHORISED", "PAID"}:
        raise Wrong("The document to allocate to must be an authorised invoice")
    amount = pounds(given.get("Amount") or 0)
    if amount <= 0:
        raise Wrong("Allocation amount must be greater than zero")
    if amount > pounds(note["RemainingCredit"]) or note["Status"] != "AUTHORISED":
        raise Wrong("The allocation amount exceeds the remaining credit")
    if amount > pounds(invoice["AmountDue"]):
        raise Wrong("The allocation amount exceeds the amount outstanding on the document")
    allocation = {
        "AllocationID": new_id(),
        "Amount": amount,
        "Invoice": {"InvoiceID": invoice["InvoiceID"]},
        "Date": documents.day("Date", given.get("Date"))[1],
    }
    note["Allocations"].append(allocation)
    invoice["CreditNotes"].append(
        {"CreditNoteID": note_id, "CreditNoteNumber": note["CreditNoteNumber"], "AppliedAmount": amount}
    )
    _settled(books, tenant, "CreditNotes", note)
    _settled(books, tenant, "Invoices", invoice)
    return allocation


def take_off(books: Books, tenant: str, note_id: str, allocation_id: str) -> dict[str, Any]:
    """Delete an allocation."""
    note = books.one(tenant, "CreditNotes", note_id)
    allocations = [one for one in (note or {}).get("Allocations", []) if one["AllocationID"] == allocation_id]
    if note is None or not allocations:
        raise absent()
    note["Allocations"] = [one for one in note["Allocations"] if one["AllocationID"] != allocation_id]
    invoice = books.one(tenant, "Invoices", allocations[0]["Invoice"]["InvoiceID"])
    assert invoice is not None
    amount = pounds(allocations[0]["Amount"])
    same = [one["CreditNoteID"] == note_id and pounds(one["AppliedAmount"]) == amount for one in invoice["CreditNotes"]]
    place = same.index(True)
    invoice["CreditNotes"].pop(place)
    _settled(books, tenant, "CreditNotes", note)
    _settled(books, tenant, "Invoices", invoice)
    return {"AllocationID": allocation_id, "IsDeleted": True}
