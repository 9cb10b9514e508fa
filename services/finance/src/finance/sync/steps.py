"""The next step of a document towards Xero, and the calls for it. A call carries up to 50 documents.

The tables alone determine the next step, so a restarted process continues where the killed one stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from finance.accounts.rules import vat_name
from finance.sync.documents import Content, ExpectedPayment, LocalDocument, digest, frozen_amounts
from finance.sync.xero import pounds

BATCH = 50
"""Documents in one call, as Xero advises."""


@dataclass(frozen=True)
class Need:
    """One step that a document needs; `about` has its details."""

    step: str
    ours: LocalDocument
    about: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Call:
    """A call to send; `subjects` describe its elements one by one."""

    step: str
    method: str
    path: str
    body: Any
    subjects: list[dict[str, Any]]


def next_needs(ours: LocalDocument, accounts: Sequence[str]) -> list[Need]:
    """Return the next needs of a document: one step, or several payments together, or none if both sides agree."""
    if ours.void:
        return _void_needs(ours)
    for code, name in ours.codes().items():
        if code not in accounts:
            return [Need("account", ours, {"code": code, "name": name})]
    for key in sorted(ours.vat_keys()):
        if key not in ours.tax_types:
            return [Need("tax", ours, {"rate": key})]
    assert ours.invoice is not None
    if ours.invoice["contact_digest"] != digest(ours.contact()):
        return [Need("contact", ours)]
    content = ours.content()
    if ours.row["external_id"] is None:
        return [Need("create", ours)]
    if digest(content) != ours.row["sent_digest"]:
        frozen = frozen_amounts(content) != frozen_amounts(ours.row["known"])
        return (frozen and _unlink_needs(ours, theirs=True)) or [Need("update", ours)]
    return _payment_needs(ours)


def _void_needs(ours: LocalDocument) -> list[Need]:
    row = ours.row
    if row["external_id"] is None or (row["known"] or {}).get("state") == "void":
        return []
    return _unlink_needs(ours, theirs=False) or [Need("update", ours)]


def _unlink_needs(ours: LocalDocument, *, theirs: bool) -> list[Need]:
    """Return the removal of a payment or credit, without which the document's amounts cannot change; it is sent again
    later. `theirs` also removes payments made in Xero, which are then sent as ours: they were made while the
    document was changed here."""
    for row in ours.sent_payments:
        if theirs or not row["made_there"]:
            return [Need("unpay", ours, {"payment": row["external_id"]})]
    return [Need("unallocate", ours, {"allocation": row}) for row in ours.allocations[:1]]


def _payment_needs(ours: LocalDocument) -> list[Need]:
    expected = {paid.key: paid for paid in ours.expected_payments()}
    standing = ours.net_payments()
    for row in ours.sent_payments:
        paid = expected.get(row["key"])
        deleted = row["key"] not in standing if row["made_there"] else paid is None
        changed = paid is not None and (paid.amount, paid.date) != (row["amount"], row["date"])
        if deleted or changed:
            return [Need("unpay", ours, {"payment": row["external_id"]})]
    if ours.note:  # credit must be free before it is paid back
        for row in ours.allocations:
            if row["invoice_id"] != (ours.parent or {}).get("id") or row["amount"] != ours.credit:
                return [Need("unallocate", ours, {"allocation": row})]
    sent = {row["key"] for row in ours.sent_payments}
    unsent = [Need("pay", ours, {"paid": paid}) for key, paid in expected.items() if key not in sent]
    if unsent or not ours.note:
        return unsent
    parent = ours.parent
    if not ours.allocations and ours.credit and parent is not None and parent["external_id"]:
        return [Need("allocate", ours, {"amount": ours.credit, "parent": parent})]
    return []


def waits_for_parent(ours: LocalDocument) -> bool:
    """Return True if a credit note waits only for its invoice to be in Xero."""
    return bool(ours.note and not ours.void and ours.credit and not (ours.parent or {}).get("external_id"))


def compose(needs: Sequence[Need]) -> Call:
    """Build the call for the first of these needs, with all others that it can carry."""
    step = needs[0].step
    return _COMPOSERS[step]([need for need in needs if need.step == step][:BATCH])


def _subject(need: Need, **more: Any) -> dict[str, Any]:
    return {"invoice": need.ours.id, "version": need.ours.row["wanted_version"], **more}


def _compose_account(needs: Sequence[Need]) -> Call:
    about = needs[0].about
    kind: dict[str, Any] = {"Type": "REVENUE"}
    if about["name"].startswith("Small balance"):
        kind = {"Type": "EXPENSE", "EnablePaymentsToAccount": True}
    body = {"Code": about["code"], "Name": about["name"], **kind}
    return Call("account", "PUT", "/Accounts", body, [_subject(needs[0], code=about["code"])])


def _compose_tax(needs: Sequence[Need]) -> Call:
    key = needs[0].about["rate"]
    rate = int(key) if key.isdecimal() else 0
    name = f"VAT {rate / 100:g}%" if rate else f"VAT 0%, {vat_name(key).lower()}"
    body = {"Name": name, "TaxComponents": [{"Name": "VAT", "Rate": rate / 100}]}
    return Call("tax", "PUT", "/TaxRates", body, [_subject(needs[0], rate=key)])


def _compose_contacts(needs: Sequence[Need]) -> Call:
    bodies: dict[str, Content] = {}
    subjects: dict[str, dict[str, Any]] = {}
    for need in needs:
        body = need.ours.contact()
        number = body["ContactNumber"]
        if number not in bodies:
            contact_id = (need.ours.invoice or {}).get("contact_id")
            bodies[number] = body | ({"ContactID": contact_id} if contact_id else {})
            subjects[number] = _subject(need, number=number, digest=digest(body))
    path = "/Contacts?summarizeErrors=false"
    return Call("contact", "POST", path, {"Contacts": list(bodies.values())}, list(subjects.values()))


def resource_of(note: bool) -> tuple[str, str, str]:
    """Return the names in Xero of the resource, its id and its number."""
    return ("CreditNotes", "CreditNoteID", "CreditNoteNumber") if note else ("Invoices", "InvoiceID", "InvoiceNumber")


def _document_body(ours: LocalDocument) -> dict[str, Any]:
    _, key, number = resource_of(ours.note)
    content = ours.content()
    head = {key: ours.row["external_id"]} if ours.row["external_id"] else {}
    if content["state"] == "void":
        return head | {"Status": "VOIDED"}
    body = head | {
        "Type": "ACCRECCREDIT" if ours.note else "ACCREC",
        number: content["number"],
        "Status": "AUTHORISED",
        "Contact": {"ContactID": content["contact"]},
        "Date": content["date"],
        "CurrencyCode": content["currency"],
        "LineAmountTypes": "Exclusive",
        "LineItems": [_line_body(*line) for line in content["lines"]],
    }
    return body if ours.note else body | {"DueDate": content["dueDate"]}


def _line_body(text: str, code: str | None, tax: str | None, net: int, vat: int) -> dict[str, Any]:
    if code is None:
        return {"Description": text}
    return {
        "Description": text,
        "Quantity": 1,
        "UnitAmount": pounds(net),
        "LineAmount": pounds(net),
        "TaxAmount": pounds(vat),
        "AccountCode": code,
        "TaxType": tax,
    }


def _document_composer(step: str, method: str) -> Callable[[Sequence[Need]], Call]:
    def composed(needs: Sequence[Need]) -> Call:
        note = needs[0].ours.note
        same = [need for need in needs if need.ours.note == note]
        kind = resource_of(note)[0]
        subjects = []
        for need in same:
            content = need.ours.content()
            subjects.append(_subject(need, note=note, digest=digest(content), content=content))
        bodies = [_document_body(need.ours) for need in same]
        return Call(step, method, f"/{kind}?summarizeErrors=false", {kind: bodies}, subjects)

    return composed


def _compose_payments(needs: Sequence[Need]) -> Call:
    bodies, subjects = [], []
    for need in needs:
        paid: ExpectedPayment = need.about["paid"]
        kind, key, _ = resource_of(need.ours.note)
        bodies.append(
            {
                kind[:-1]: {key: need.ours.row["external_id"]},
                "Account": {"Code": paid.account},
                "Date": paid.date.isoformat(),
                "Amount": pounds(paid.amount),
                "Reference": reference(paid.key),
            }
        )
        subjects.append(_subject(need, key=paid.key, amount=paid.amount, date=paid.date.isoformat()))
    return Call("pay", "PUT", "/Payments?summarizeErrors=false", {"Payments": bodies}, subjects)


_REFERENCE_PREFIX = "Staffroom "


def reference(key: str) -> str:
    """Return the reference in Xero of one of our payments."""
    return _REFERENCE_PREFIX + key


def key_of(text: str) -> str | None:
    """Return the inverse of `reference`; None for a payment made in Xero."""
    return text.removeprefix(_REFERENCE_PREFIX) if text.startswith(_REFERENCE_PREFIX) else None


def _compose_unpay(needs: Sequence[Need]) -> Call:
    external = needs[0].about["payment"]
    return Call("unpay", "POST", f"/Payments/{external}", {"Status": "DELETED"}, [_subject(needs[0], payment=external)])


def _compose_allocation(needs: Sequence[Need]) -> Call:
    ours, about = needs[0].ours, needs[0].about
    assert ours.invoice is not None
    allocation = {
        "Invoice": {"InvoiceID": about["parent"]["external_id"]},
        "Amount": pounds(about["amount"]),
        "Date": ours.invoice["date"].isoformat(),
    }
    path = f"/CreditNotes/{ours.row['external_id']}/Allocations"
    subject = _subject(needs[0], parent=about["parent"]["id"], amount=about["amount"])
    return Call("allocate", "PUT", path, {"Allocations": [allocation]}, [subject])


def _compose_unallocation(needs: Sequence[Need]) -> Call:
    """Build the call to remove an allocation. Its note may be another document than the one that needs the removal."""
    allocation = needs[0].about["allocation"]
    path = f"/CreditNotes/{allocation['note_external']}/Allocations/{allocation['external_id']}"
    subject = _subject(needs[0], allocation=allocation["external_id"], note=allocation["note_id"])
    return Call("unallocate", "DELETE", path, {}, [subject])


_COMPOSERS: dict[str, Callable[[Sequence[Need]], Call]] = {
    "account": _compose_account,
    "tax": _compose_tax,
    "contact": _compose_contacts,
    "create": _document_composer("create", "PUT"),
    "update": _document_composer("update", "POST"),
    "pay": _compose_payments,
    "unpay": _compose_unpay,
    "allocate": _compose_allocation,
    "unallocate": _compose_unallocation,
}
