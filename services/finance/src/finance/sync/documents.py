"""The form of a document over there: ours as it should be, theirs as it is, in one form to compare.

Amounts over there equal ours to the penny because each line is sent with its own net amount and VAT. Two things are
mirrored in another shape. The write-off line of a paid invoice is a payment to the write-off account: an invoice that
was paid towards cannot change its lines over there. A payment below zero, which Xero does not know, takes away from the
one it reverses, or from the last before it; that of a credit note is a refund.
"""

from __future__ import annotations

import hashlib
import html
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa

from finance.accounts.model import account
from finance.accounts.rules import vat_key
from finance.books.model import sync_allocation, sync_contact, sync_document, sync_payment
from finance.copies.model import person
from finance.invoices.model import invoice, invoice_item, payment
from finance.sync.settings import xero_settings
from finance.sync.xero import pence

Content = dict[str, Any]
WRITE_OFFS = "Small balance write-offs"
"""The account that what was written off goes to (`money.md 4`)."""
_LONGEST = 4000
NOT_THERE = frozenset({"draft", "cancelled"})


def plain(text: str) -> str:
    """Rich text as a line of an accounting system takes it; never empty."""
    words = html.unescape(re.sub(r"<[^>]*>", " ", text))
    return " ".join(words.split())[:_LONGEST].strip() or "-"


def digest(content: Any) -> str:
    """A short name for a content."""
    return hashlib.sha256(json.dumps(content, sort_keys=True, default=str).encode()).hexdigest()[:32]


@dataclass(frozen=True)
class Paid:
    """A payment as it should be over there."""

    key: str
    amount: int
    date: Any
    account: str


@dataclass
class Ours:
    """One document as it stands here, and what is known of it over there."""

    row: Mapping[str, Any]
    invoice: Mapping[str, Any] | None
    lines: Sequence[Mapping[str, Any]] = ()
    payments: Sequence[Mapping[str, Any]] = ()
    person: Mapping[str, Any] | None = None
    sent_payments: Sequence[Mapping[str, Any]] = ()
    allocations: Sequence[Mapping[str, Any]] = ()
    parent: Mapping[str, Any] | None = None
    credit: int = 0
    contact_id: str | None = None
    contact_digest: str = ""
    tax_types: Mapping[str, str] = field(default_factory=dict)

    @property
    def id(self) -> int:
        return int(self.row["invoice_id"])

    @property
    def note(self) -> bool:
        return bool(self.row["is_credit_note"])

    @property
    def sign(self) -> int:
        """A credit note's amounts are above zero over there."""
        return -1 if self.note else 1

    @property
    def void(self) -> bool:
        return self.invoice is None or self.invoice["status"] == "cancelled"

    @property
    def kept_lines(self) -> list[Mapping[str, Any]]:
        return [line for line in self.lines if not line["write_off"]]

    def codes(self) -> dict[str, str]:
        """Code and name of each account the document needs over there."""
        given = xero_settings()
        found = {line["code"]: line["account_name"] for line in self.kept_lines if line["code"]}
        if any(not line["code"] and line["meta_type"] != "title" for line in self.kept_lines):
            found[given.sales_account] = "Sales"
        for paid in self.wanted_payments():
            found[paid.account] = WRITE_OFFS if paid.account == given.write_off_account else "Bank"
        return found

    def vat_keys(self) -> set[str]:
        """The kinds of VAT on it: a tax type each."""
        return {
            vat_key(line["vat_rate"], line["vat_treatment"]) for line in self.kept_lines if line["meta_type"] != "title"
        }

    def contact(self) -> Content:
        """The person invoiced. The number makes the name unique, which Xero demands."""
        assert self.invoice is not None
        kind, number = self.invoice["person_kind"], self.invoice["person_id"]
        body = {
            "ContactNumber": f"{kind}-{number}",
            "Name": f"{self.invoice['name'] or 'Nobody'} ({kind} {number})",
        }
        if self.person is not None:
            names = {"FirstName": self.person["first_name"], "LastName": self.person["last_name"]}
            body |= {name: value for name, value in names.items() if value}
            if self.person["email"]:
                body["EmailAddress"] = self.person["email"]
        return body

    def content(self) -> Content:
        """The document as it should be over there."""
        if self.void:
            return {"state": "void"}
        assert self.invoice is not None
        lines = [self._line(line) for line in self.kept_lines]
        due = None if self.note else (self.invoice["due_date"] or self.invoice["date"]).isoformat()
        return {
            "state": "live", "number": self.invoice["number"], "contact": self.contact_id,
            "date": self.invoice["date"].isoformat(), "dueDate": due, "currency": self.invoice["currency"],
            "lines": lines, "total": sum(line[3] + line[4] for line in lines),
        }  # fmt: skip

    def _line(self, line: Mapping[str, Any]) -> list[Any]:
        if line["meta_type"] == "title":
            return [plain(line["description"]), None, None, 0, 0]
        off = line["discount_amount"]
        text = plain(line["description"]) + (f" (discount {abs(off) / 100:.2f})" if off else "")
        net = self.sign * (line["amount"] - off)
        code = line["code"] or xero_settings().sales_account
        return [
            text[:_LONGEST],
            code,
            self.tax_types.get(vat_key(line["vat_rate"], line["vat_treatment"])),
            net,
            self.sign * line["vat"],
        ]

    def net_payments(self) -> dict[str, int]:
        """The rest of each payment after those that take back; of a credit note, the refund."""
        left = {row["id"]: self.sign * row["amount"] for row in self.payments if self.sign * row["amount"] > 0}
        for row in self.payments:
            back = -self.sign * row["amount"]
            if back <= 0:
                continue
            for number in [row["reverses_id"]] if row["reverses_id"] in left else list(reversed(left)):
                taken = min(left[number], back)
                left[number], back = left[number] - taken, back - taken
        return {f"payment-{number}": amount for number, amount in left.items() if amount}

    def wanted_payments(self) -> list[Paid]:
        """The payments that should be over there, without those that were made there."""
        given = xero_settings()
        there = {row["key"] for row in self.sent_payments if row["made_there"]}
        dates = {f"payment-{row['id']}": row["date_paid"] for row in self.payments}
        found = [
            Paid(key, amount, dates[key], given.bank_account)
            for key, amount in self.net_payments().items()
            if key not in there
        ]
        for line in self.lines:
            if line["write_off"] and self.invoice is not None:
                date = max(dates.values(), default=self.invoice["date"])
                found.append(Paid(f"write-off-{line['id']}", -line["total"], date, given.write_off_account))
        return found


def content_of(theirs: Mapping[str, Any]) -> Content:
    """Their document in the same form."""
    state = {"AUTHORISED": "live", "PAID": "live", "DRAFT": "draft", "SUBMITTED": "draft"}.get(theirs["Status"], "void")
    if state == "void":
        return {"state": "void"}
    note = "CreditNoteID" in theirs and "InvoiceID" not in theirs
    lines = [
        [
            line.get("Description", ""), line.get("AccountCode"), line.get("TaxType"), pence(line.get("LineAmount")),
            pence(line.get("TaxAmount")),
        ]
        for line in theirs.get("LineItems", [])
    ]  # fmt: skip
    return {
        "state": state, "number": theirs["CreditNoteNumber" if note else "InvoiceNumber"],
        "contact": theirs["Contact"]["ContactID"], "date": theirs["DateString"][:10],
        "dueDate": None if note else str(theirs.get("DueDateString") or "")[:10] or None,
        "currency": theirs["CurrencyCode"], "lines": lines, "total": pence(theirs["Total"]),
    }  # fmt: skip


def amounts(content: Content | None) -> Any:
    """The amounts that cannot change over there once something was paid."""
    if content is None or content["state"] == "void":
        return None
    return [[line[3:5] for line in content["lines"]], content["currency"]]


def load(connection: sa.Connection, rows: Sequence[Mapping[str, Any]], tax_types: Mapping[str, str]) -> list[Ours]:
    """The documents of these `sync_document` rows, in seven statements."""
    ids = [row["invoice_id"] for row in rows]
    mine = {row["id"]: row for row in _rows(connection, sa.select(invoice).where(invoice.c.id.in_(ids)))}
    item = invoice_item.c
    lines = _grouped(
        connection,
        sa.select(invoice_item, account.c.code, account.c.name.label("account_name"))
        .select_from(invoice_item.outerjoin(account))
        .where(item.invoice_id.in_(ids)).order_by(item.display_order, item.id),
    )  # fmt: skip
    paid = _grouped(
        connection,
        sa.select(payment).where(payment.c.invoice_id.in_(ids)).order_by(payment.c.date_paid, payment.c.id),
    )
    sent = _grouped(connection, sa.select(sync_payment).where(sync_payment.c.invoice_id.in_(ids)))
    allocated = sa.or_(sync_allocation.c.note_id.in_(ids), sync_allocation.c.invoice_id.in_(ids))
    allocations = _rows(
        connection,
        sa.select(sync_allocation, sync_document.c.external_id.label("note_external"))
        .join(sync_document, sync_document.c.invoice_id == sync_allocation.c.note_id)
        .where(allocated),
    )
    people, contacts = _people(connection, mine.values(), rows)
    parents, credited = _credits(connection, [row for row in mine.values() if row["parent_id"]])
    found = []
    for row in rows:
        record = mine.get(row["invoice_id"])
        ours = Ours(row, record, tax_types=tax_types)
        ours.allocations = [one for one in allocations if row["invoice_id"] in (one["note_id"], one["invoice_id"])]
        ours.sent_payments = sent.get(row["invoice_id"], [])
        if record is not None:
            ours.lines, ours.payments = lines.get(record["id"], []), paid.get(record["id"], [])
            ours.person = people.get((record["person_kind"], record["person_id"]))
            contact = contacts.get((row["chart"], f"{record['person_kind']}-{record['person_id']}"))
            if contact:
                ours.contact_id, ours.contact_digest = contact["external_id"], contact["sent_digest"]
            ours.parent, ours.credit = parents.get(record["parent_id"]), credited.get(record["id"], 0)
        found.append(ours)
    return found


def _rows(connection: sa.Connection, statement: sa.Select[Any]) -> list[dict[str, Any]]:
    return [dict(row) for row in connection.execute(statement).mappings()]


def _grouped(connection: sa.Connection, statement: sa.Select[Any]) -> dict[int, list[dict[str, Any]]]:
    found: dict[int, list[dict[str, Any]]] = {}
    for row in _rows(connection, statement):
        found.setdefault(row["invoice_id"], []).append(row)
    return found


def _people(
    connection: sa.Connection, invoices: Iterable[Mapping[str, Any]], rows: Sequence[Mapping[str, Any]]
) -> tuple[dict[tuple[str, int], Any], dict[tuple[int, str], Any]]:
    wanted = {(row["person_kind"], row["person_id"]) for row in invoices}
    keys = sa.tuple_(person.c.kind, person.c.id).in_(list(wanted))
    people = _rows(connection, sa.select(person).where(keys))
    numbers, charts = [f"{kind}-{number}" for kind, number in wanted], {row["chart"] for row in rows}
    contact = sync_contact.c
    known = _rows(connection, sa.select(sync_contact).where(contact.chart.in_(charts), contact.number.in_(numbers)))
    return {(row["kind"], row["id"]): row for row in people}, {(row["chart"], row["number"]): row for row in known}


def _credits(
    connection: sa.Connection, notes: Sequence[Mapping[str, Any]]
) -> tuple[dict[int, Mapping[str, Any]], dict[int, int]]:
    """The invoices these notes credit, and how much of each note is set against its invoice: in the order of the notes,
    as far as the invoice is not paid by other means."""
    parents = {note["parent_id"] for note in notes}
    if not parents:
        return {}, {}
    document = sync_document.c
    columns = invoice.c
    found = _rows(
        connection,
        sa.select(
            columns.id, columns.parent_id, columns.total, columns.paid, columns.status, document.external_id,
            document.state, document.known,
        )
        .select_from(invoice.outerjoin(sync_document, document.invoice_id == columns.id))
        .where(sa.or_(columns.id.in_(parents), columns.parent_id.in_(parents))).order_by(columns.id),
    )  # fmt: skip
    above: dict[int, Mapping[str, Any]] = {row["id"]: row for row in found if row["id"] in parents}
    room = {key: 0 if row["status"] in NOT_THERE else max(0, row["total"] - row["paid"]) for key, row in above.items()}
    credited: dict[int, int] = {}
    for row in found:
        if row["parent_id"] in room and row["status"] not in NOT_THERE:
            credited[row["id"]] = min(max(0, -row["total"]), room[row["parent_id"]])
            room[row["parent_id"]] -= credited[row["id"]]
    return above, credited
