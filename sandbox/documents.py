"""Invoices and credit notes: allowed content, and which changes are allowed when, as in Xero."""

from __future__ import annotations

import datetime as dt
import re
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from sandbox.errors import Wrong, unreadable
from sandbox.store import ID, Books, new_id

_LINE = {
    "LineItemID",
    "Description",
    "Quantity",
    "UnitAmount",
    "AccountCode",
    "TaxType",
    "TaxAmount",
    "LineAmount",
    "DiscountAmount",
}
_COMMON = {"Type", "Contact", "LineItems", "Date", "LineAmountTypes", "Reference", "CurrencyCode", "Status"}
_FIELDS = {
    "Invoices": _COMMON | {"InvoiceID", "InvoiceNumber", "DueDate", "Url", "SentToContact"},
    "CreditNotes": _COMMON | {"CreditNoteID", "CreditNoteNumber"},
}
NUMBER = {"Invoices": "InvoiceNumber", "CreditNotes": "CreditNoteNumber"}
_TYPE = {"Invoices": "ACCREC", "CreditNotes": "ACCRECCREDIT"}
_NOT_UNIQUE = {"Invoices": "Invoice # must be unique.", "CreditNotes": "Credit note # must be unique."}
_SETTABLE = ("DRAFT", "SUBMITTED", "AUTHORISED", "VOIDED", "DELETED")
_PENNY = Decimal("0.01")
_ALLOCATED = "This document cannot be edited as it has a payment or credit note allocated to it."


def pounds(value: Any) -> Decimal:
    """Return an amount rounded half up to the penny."""
    return Decimal(str(value)).quantize(_PENNY, ROUND_HALF_UP)


def check_fields(kind: str, body: dict[str, Any]) -> None:
    """Refuse the whole request if it names an unknown field or reference."""
    if not isinstance(body, dict):
        raise unreadable(f" Error converting value to type '{kind}'.")
    unknown = set(body) - _FIELDS[kind]
    for line in body.get("LineItems") or []:
        unknown |= set(line) - _LINE
    if unknown:
        raise unreadable(f" Could not find member '{min(unknown)}' on object of type '{kind.removesuffix('s')}'.")


def save(books: Books, tenant: str, kind: str, given: dict[str, Any], *, create: bool) -> dict[str, Any]:
    """Create or update one document. `create` (PUT) refuses a number that exists; otherwise (POST) it updates.

    Raises Wrong.
    """
    present = _present(books, tenant, kind, given, create)
    before = present or {}
    merged = {
        **_new(kind),
        **before,
        **{name: value for name, value in given.items() if name not in {"Contact", "LineItems", "Date", "DueDate"}},
    }
    status = given.get("Status", before.get("Status", "DRAFT"))
    if status not in _SETTABLE and status != before.get("Status"):
        raise Wrong(f"The status {status} cannot be set")
    if before:
        _check_change(before, given, status)
    merged["Status"] = status
    merged["Contact"] = _contact(books, tenant, given, before)
    for name in ("Date", "DueDate"):
        if name in given:
            merged[name + "String"], merged[name] = day(name, given[name])
    if given.get("LineItems") is not None:
        merged["LineItems"] = [_line(books, tenant, line, status) for line in given["LineItems"]]
    merged["Type"] = _TYPE[kind]
    _check(kind, merged)
    _add_up(kind, merged)
    if before and _amounts(before) != _amounts(merged) and (before["AmountPaid"] or before["AmountCredited"]):
        raise Wrong(_ALLOCATED)
    settle(kind, merged)
    saved = books.put(tenant, kind, merged)
    if kind == "Invoices":
        books.tell(tenant, "INVOICE", "UPDATE" if before else "CREATE", saved["InvoiceID"])
    else:
        books.tell(tenant, "CREDITNOTE", "UPDATE" if before else "CREATE", saved["CreditNoteID"])
    return saved


def _present(books: Books, tenant: str, kind: str, given: dict[str, Any], create: bool) -> dict[str, Any] | None:
    key, number = given.get(ID[kind]), given.get(NUMBER[kind])
    present = None
    if key:
        present = books.one(tenant, kind, key)
        if present is None:
            raise Wrong("Document could not be found")
    if number and (not present or number.casefold() != present[NUMBER[kind]].casefold()):
        same = [one for one in books.named(tenant, kind, number) if one["Status"] != "DELETED"]
        if same and (create or present):
            raise Wrong(_NOT_UNIQUE[kind])
        present = present or (same[0] if same else None)
    return present


def _new(kind: str) -> dict[str, Any]:
    zero = Decimal("0.00")
    common = {
        ID[kind]: new_id(),
        NUMBER[kind]: "",
        "Reference": "",
        "LineItems": [],
        "LineAmountTypes": "Exclusive",
        "AmountPaid": zero,
        "AmountCredited": zero,
        "Payments": [],
        "CurrencyCode": "GBP",
    }
    return common | ({"CreditNotes": []} if kind == "Invoices" else {"Allocations": [], "RemainingCredit": zero})


def _check_change(before: dict[str, Any], given: dict[str, Any], status: str) -> None:
    if before["Status"] in {"VOIDED", "DELETED"}:
        raise Wrong("Invoice not of valid status for modification")
    if status in {"VOIDED", "DELETED"} and (before["AmountPaid"] or before["AmountCredited"]):
        raise Wrong(_ALLOCATED)
    if status == "DELETED" and before["Status"] not in {"DRAFT", "SUBMITTED"}:
        raise Wrong("Only drafts can be deleted; an approved document is voided")
    if status in {"DRAFT", "SUBMITTED"} and before["Status"] not in {"DRAFT", "SUBMITTED"}:
        raise Wrong("An approved document does not become a draft again")
    if before["Status"] == "PAID" and set(given) & {"CurrencyCode", "LineAmountTypes"} and before["AmountPaid"]:
        if given.get("CurrencyCode", before["CurrencyCode"]) != before["CurrencyCode"]:
            raise Wrong(_ALLOCATED)


def _contact(books: Books, tenant: str, given: dict[str, Any], before: dict[str, Any]) -> dict[str, Any]:
    key = (given.get("Contact") or before.get("Contact") or {}).get("ContactID")
    contact = books.one(tenant, "Contacts", key) if key else None
    if contact is None:
        raise Wrong("A Contact must be specified for this type of transaction")
    return {"ContactID": key, "Name": contact["Name"]}


def day(name: str, text: Any) -> tuple[str, str]:
    """Return a date in both forms that Xero's answers contain. Raises Wrong."""
    if not isinstance(text, str) or not re.fullmatch(r"\d{4}-\d\d-\d\d", text):
        raise Wrong(f"{name} is no date")
    moment = dt.datetime.combine(dt.date.fromisoformat(text), dt.time(), dt.UTC)
    return f"{text}T00:00:00", f"/Date({int(moment.timestamp() * 1000)}+0000)/"


def _line(books: Books, tenant: str, given: dict[str, Any], status: str) -> dict[str, Any]:
    if not given.get("Description"):
        raise Wrong("Description is required")
    line = {"LineItemID": given.get("LineItemID") or new_id(), "Description": given["Description"]}
    if "UnitAmount" not in given and "LineAmount" not in given:
        return line | {"LineAmount": Decimal("0.00"), "TaxAmount": Decimal("0.00")}
    quantity, unit = Decimal(str(given.get("Quantity", 1))), pounds(given.get("UnitAmount", given.get("LineAmount")))
    off = pounds(given.get("DiscountAmount", 0))
    expected = pounds(quantity * unit) - off
    total = pounds(given.get("LineAmount", expected))
    if total != expected:
        raise Wrong(f"The line total {total} does not match the expected line total {expected}")
    code, tax = given.get("AccountCode"), given.get("TaxType")
    if status == "AUTHORISED" and not code:
        raise Wrong("Account code must be specified")
    if code and not any(one["Status"] == "ACTIVE" for one in books.named(tenant, "Accounts", code)):
        raise Wrong(f"Account code '{code}' is not a valid code for this document.")
    rates = books.named(tenant, "TaxRates", tax) if tax else []
    if tax and not rates:
        raise Wrong(f"The TaxType code '{tax}' does not exist or cannot be used for this type of transaction.")
    rate = rates[0]["EffectiveRate"] if rates else Decimal(0)
    if total and status == "AUTHORISED" and not tax:
        raise Wrong("Tax type must be specified")
    vat = pounds(given.get("TaxAmount", total * rate / 100))
    if vat and not rate:
        raise Wrong(f"The TaxType code '{tax}' bears no tax, so the tax amount must be 0")
    return line | {
        "Quantity": quantity,
        "UnitAmount": unit,
        "DiscountAmount": off,
        "LineAmount": total,
        "TaxAmount": vat,
        "AccountCode": code,
        "TaxType": tax,
    }


def _check(kind: str, body: dict[str, Any]) -> None:
    wrong = []
    if not body[NUMBER[kind]]:
        body[NUMBER[kind]] = f"SB-{new_id()[:8]}"
    if not body.get("DateString"):
        wrong.append("The document date cannot be empty")
    if body["LineAmountTypes"] != "Exclusive":
        wrong.append("The sandbox knows Exclusive amounts alone")
    if body["Status"] == "AUTHORISED":
        if not body["LineItems"]:
            wrong.append("One or more line items must be specified")
        if kind == "Invoices" and not body.get("DueDateString"):
            wrong.append("The DueDate cannot be empty")
    if wrong:
        raise Wrong(*wrong)


def _add_up(kind: str, body: dict[str, Any]) -> None:
    body["SubTotal"] = sum((pounds(line["LineAmount"]) for line in body["LineItems"]), Decimal("0.00"))
    body["TotalTax"] = sum((pounds(line["TaxAmount"]) for line in body["LineItems"]), Decimal("0.00"))
    body["Total"] = body["SubTotal"] + body["TotalTax"]
    if body["Total"] < 0:
        raise Wrong("The total of a document cannot be negative")


def _amounts(body: dict[str, Any]) -> list[Any]:
    rows = [(pounds(line["LineAmount"]), pounds(line["TaxAmount"])) for line in body["LineItems"]]
    return [rows, body["CurrencyCode"]]


def settle(kind: str, body: dict[str, Any]) -> None:
    """Compute the amount due from payments and allocations; a document with nothing due becomes paid."""
    left = pounds(body["Total"]) - pounds(body["AmountPaid"]) - pounds(body["AmountCredited"])
    body["AmountDue" if kind == "Invoices" else "RemainingCredit"] = left
    if body["Status"] in {"AUTHORISED", "PAID"}:
        body["Status"] = "PAID" if left == 0 else "AUTHORISED"
    if body["Status"] in {"VOIDED", "DELETED"}:
        body["AmountDue" if kind == "Invoices" else "RemainingCredit"] = Decimal("0.00")
