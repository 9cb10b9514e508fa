"""Content of a document in Xero, in one form to compare: ours as it should be, theirs as it is.

Amounts in Xero equal ours to the penny, because each line is sent with its net amount and VAT. Two things are mirrored
in another form. The write-off line of a paid invoice becomes a payment to the write-off account, because Xero does not
change the lines of an invoice with payments. A refund is a payment of the credit note whose credit it pays back, on its
own date; the receipt stays unchanged. Xero accepts no overpayment of an invoice, so an overpaid amount is deducted from
the receipt that it does not have yet.
"""

from __future__ import annotations

import hashlib
import html
import json
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from finance.accounts.model import account
from finance.accounts.rules import vat_key
from finance.books.model import sync_allocation, sync_contact, sync_document, sync_payment
from finance.copies.model import person
from finance.invoices import crediting
from finance.invoices.model import invoice, invoice_item, payment
from finance.sync.settings import xero_settings
from finance.sync.xero import pence
from kit.database.reading import all_rows

Content = dict[str, Any]
WRITE_OFF_ACCOUNT = "Small balance write-offs"
"""Name of the account for write-offs (`money.md 4`)."""
_MAX_TEXT = 4000
NOT_MIRRORED = frozenset({"draft", "cancelled"})


def plain(text: str) -> str:
    """Return rich text as plain text for a line in Xero; never empty."""
    content = html.unescape(re.sub(r"<[^>]*>", " ", text))
    return " ".join(content.split())[:_MAX_TEXT].strip() or "-"


def digest(content: Any) -> str:
    """Return a short hash of a content, to notice changes."""
    return hashlib.sha256(json.dumps(content, sort_keys=True, default=str).encode()).hexdigest()[:32]


@dataclass(frozen=True)
class ExpectedPayment:
    """A payment as it should be in Xero; `amount` in minor units."""

    key: str
    amount: int
    date: Any
    account: str


@dataclass(frozen=True)
class LocalDocument:
    """One of our documents with its parts, and its known state in Xero. `invoice` is None once it is deleted; its row
    has the payer's names and their contact in Xero. `refunds` are refunds of a credit note's credit that are entered
    on its invoice."""

    row: Mapping[str, Any]
    invoice: Mapping[str, Any] | None
    lines: Sequence[Mapping[str, Any]]
    payments: Sequence[Mapping[str, Any]]
    refunds: Sequence[Mapping[str, Any]]
    sent_payments: Sequence[Mapping[str, Any]]
    allocations: Sequence[Mapping[str, Any]]
    parent: Mapping[str, Any] | None
    credit: int
    tax_types: Mapping[str, str]

    @property
    def id(self) -> int:
        return int(self.row["invoice_id"])

    @property
    def note(self) -> bool:
        return bool(self.row["is_credit_note"])

    @property
    def sign(self) -> int:
        """Sign of amounts in Xero, where those of a credit note are positive."""
        return -1 if self.note else 1

    @property
    def void(self) -> bool:
        return self.invoice is None or self.invoice["status"] == "cancelled"

    @property
    def mirrored_lines(self) -> list[Mapping[str, Any]]:
        return [line for line in self.lines if not line["write_off"]]

    def codes(self) -> dict[str, str]:
        """Return code and name of each account that the document needs in Xero."""
        config = xero_settings()
        names = {line["code"]: line["account_name"] for line in self.mirrored_lines if line["code"]}
        if any(not line["code"] and line["meta_type"] != "title" for line in self.mirrored_lines):
            names[config.sales_account] = "Sales"
        for expected in self.expected_payments():
            names[expected.account] = WRITE_OFF_ACCOUNT if expected.account == config.write_off_account else "Bank"
        return names

    def vat_keys(self) -> set[str]:
        """Return keys of the kinds of VAT on its lines; each needs a tax type."""
        return {
            vat_key(line["vat_rate"], line["vat_treatment"])
            for line in self.mirrored_lines
            if line["meta_type"] != "title"
        }

    def contact(self) -> Content:
        """Return the payer as a contact. The number makes the name unique, as Xero requires."""
        assert self.invoice is not None
        kind, number = self.invoice["person_kind"], self.invoice["person_id"]
        body = {
            "ContactNumber": f"{kind}-{number}",
            "Name": f"{self.invoice['name'] or 'Nobody'} ({kind} {number})",
            "FirstName": self.invoice["first_name"],
            "LastName": self.invoice["last_name"],
            "EmailAddress": self.invoice["person_email"],
        }
        return {name: value for name, value in body.items() if value}

    def content(self) -> Content:
        """Return the content that the document should have in Xero."""
        if self.void:
            return {"state": "void"}
        assert self.invoice is not None
        lines = [self._line(line) for line in self.mirrored_lines]
        due = None if self.note else (self.invoice["due_date"] or self.invoice["date"]).isoformat()
        return {
            "state": "live",
            "number": self.invoice["number"],
            "contact": self.invoice["contact_id"],
            "date": self.invoice["date"].isoformat(),
            "dueDate": due,
            "currency": self.invoice["currency"],
            "lines": lines,
            "total": sum(line[3] + line[4] for line in lines),
        }

    def _line(self, line: Mapping[str, Any]) -> list[Any]:
        if line["meta_type"] == "title":
            return [plain(line["description"]), None, None, 0, 0]
        discount = line["discount_amount"]
        text = plain(line["description"]) + (f" (discount {abs(discount) / 100:.2f})" if discount else "")
        net = self.sign * (line["amount"] - discount)
        code = line["code"] or xero_settings().sales_account
        return [
            text[:_MAX_TEXT],
            code,
            self.tax_types.get(vat_key(line["vat_rate"], line["vat_treatment"])),
            net,
            self.sign * line["vat"],
        ]

    def net_payments(self) -> dict[str, int]:
        """Return the amount of each payment that is not reversed, by key; for a credit note, of each refund.

        A refund belongs to its credit note. One without a credit note pays back an overpayment: it is deducted from the
        receipts that are not in Xero, newest first.
        """
        rows = [*(row for row in self.payments if row["credit_note_id"] is None), *self.refunds]
        reversed_ids = {row["reverses_id"] for row in rows}
        standing = [row for row in rows if row["reverses_id"] is None and row["id"] not in reversed_ids]
        amounts = {f"payment-{row['id']}": self.sign * row["amount"] for row in standing}
        excess = -sum(amount for amount in amounts.values() if amount < 0)
        left = {key: amount for key, amount in amounts.items() if amount > 0}
        there = {row["key"] for row in self.sent_payments}
        newest_first = list(reversed(left))
        for key in [*(key for key in newest_first if key not in there), *(key for key in newest_first if key in there)]:
            used = min(left[key], excess)
            left[key], excess = left[key] - used, excess - used
        return {key: amount for key, amount in left.items() if amount}

    def expected_payments(self) -> list[ExpectedPayment]:
        """Return the payments that should be in Xero, without those made there."""
        config = xero_settings()
        made_there = {row["key"] for row in self.sent_payments if row["made_there"]}
        dates = {f"payment-{row['id']}": row["date_paid"] for row in (*self.payments, *self.refunds)}
        expected = [
            ExpectedPayment(key, amount, dates[key], config.bank_account)
            for key, amount in self.net_payments().items()
            if key not in made_there
        ]
        for line in self.lines:
            if line["write_off"] and self.invoice is not None:
                date = max(dates.values(), default=self.invoice["date"])
                expected.append(
                    ExpectedPayment(f"write-off-{line['id']}", -line["total"], date, config.write_off_account)
                )
        return expected


def content_of(theirs: Mapping[str, Any]) -> Content:
    """Return the content of their document, in the form of `LocalDocument.content`."""
    state = {"AUTHORISED": "live", "PAID": "live", "DRAFT": "draft", "SUBMITTED": "draft"}.get(theirs["Status"], "void")
    if state == "void":
        return {"state": "void"}
    note = "CreditNoteID" in theirs and "InvoiceID" not in theirs
    lines = [
        [
            line.get("Description", ""),
            line.get("AccountCode"),
            line.get("TaxType"),
            pence(line.get("LineAmount")),
            pence(line.get("TaxAmount")),
        ]
        for line in theirs.get("LineItems", [])
    ]
    return {
        "state": state,
        "number": theirs["CreditNoteNumber" if note else "InvoiceNumber"],
        "contact": theirs["Contact"]["ContactID"],
        "date": theirs["DateString"][:10],
        "dueDate": None if note else str(theirs.get("DueDateString") or "")[:10] or None,
        "currency": theirs["CurrencyCode"],
        "lines": lines,
        "total": pence(theirs["Total"]),
    }


def frozen_amounts(content: Content | None) -> Any:
    """Amounts that Xero does not change once the document has payments."""
    if content is None or content["state"] == "void":
        return None
    return [[line[3:5] for line in content["lines"]], content["currency"]]


def load(
    connection: sa.Connection, rows: Sequence[Mapping[str, Any]], tax_types: Mapping[str, str]
) -> list[LocalDocument]:
    """Load the documents of these `sync_document` rows, in seven statements."""
    ids = [row["invoice_id"] for row in rows]
    payer = sa.and_(person.c.kind == invoice.c.person_kind, person.c.id == invoice.c.person_id)
    number = invoice.c.person_kind + "-" + sa.cast(invoice.c.person_id, sa.Text)
    contact = sa.and_(sync_contact.c.chart == sync_document.c.chart, sync_contact.c.number == number)
    source = invoice.join(sync_document, sync_document.c.invoice_id == invoice.c.id)
    statement = sa.select(
        invoice,
        person.c.first_name,
        person.c.last_name,
        person.c.email.label("person_email"),
        sync_contact.c.external_id.label("contact_id"),
        sync_contact.c.sent_digest.label("contact_digest"),
    ).select_from(source.outerjoin(person, payer).outerjoin(sync_contact, contact))
    statement = statement.where(invoice.c.id.in_(ids))
    invoices = {row["id"]: row for row in all_rows(connection, statement)}
    item = invoice_item.c
    lines = _by_invoice(
        connection,
        sa.select(invoice_item, account.c.code, account.c.name.label("account_name"))
        .select_from(invoice_item.outerjoin(account))
        .where(item.invoice_id.in_(ids))
        .order_by(item.display_order, item.id),
    )
    paid = _by_invoice(
        connection,
        sa.select(payment).where(payment.c.invoice_id.in_(ids)).order_by(payment.c.date_paid, payment.c.id),
    )
    of_notes = sa.select(payment).where(payment.c.credit_note_id.in_(ids))
    refunds = _by_invoice(connection, of_notes.order_by(payment.c.date_paid, payment.c.id), "credit_note_id")
    sent = _by_invoice(connection, sa.select(sync_payment).where(sync_payment.c.invoice_id.in_(ids)))
    allocated = sa.or_(sync_allocation.c.note_id.in_(ids), sync_allocation.c.invoice_id.in_(ids))
    allocations = all_rows(
        connection,
        sa.select(sync_allocation, sync_document.c.external_id.label("note_external"))
        .join(sync_document, sync_document.c.invoice_id == sync_allocation.c.note_id)
        .where(allocated),
    )
    parents, credited = _parents_and_credits(connection, [row for row in invoices.values() if row["parent_id"]])
    documents = []
    for row in rows:
        record, invoice_row = row["invoice_id"], invoices.get(row["invoice_id"])
        documents.append(
            LocalDocument(
                row,
                invoice_row,
                lines[record],
                paid[record],
                refunds[record],
                sent[record],
                [entry for entry in allocations if record in (entry["note_id"], entry["invoice_id"])],
                parents.get(invoice_row["parent_id"]) if invoice_row is not None else None,
                credited.get(record, 0),
                tax_types,
            )
        )
    return documents


def _by_invoice(
    connection: sa.Connection, statement: sa.Select[Any], column: str = "invoice_id"
) -> dict[int, list[dict[str, Any]]]:
    grouped: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for row in all_rows(connection, statement):
        grouped[row[column]].append(row)
    return grouped


def _parents_and_credits(
    connection: sa.Connection, notes: Sequence[Mapping[str, Any]]
) -> tuple[dict[int, Mapping[str, Any]], dict[int, int]]:
    """Return the invoices that these notes credit, and the part of each note that is allocated to its invoice
    (`crediting.uses`)."""
    parents = {note["parent_id"] for note in notes}
    if not parents:
        return {}, {}
    document, columns = sync_document.c, invoice.c
    refunded = sa.select(sa.func.coalesce(-sa.func.sum(payment.c.amount), 0))
    refunded = refunded.where(payment.c.credit_note_id == columns.id)
    rows = all_rows(
        connection,
        sa.select(
            columns.id,
            columns.parent_id,
            columns.total,
            columns.paid,
            columns.status,
            document.external_id,
            document.state,
            document.known,
            refunded.scalar_subquery().label("refunded"),
        )
        .select_from(invoice.outerjoin(sync_document, document.invoice_id == columns.id))
        .where(sa.or_(columns.id.in_(parents), columns.parent_id.in_(parents)))
        .order_by(columns.id),
    )
    parent_rows: dict[int, Mapping[str, Any]] = {row["id"]: row for row in rows if row["id"] in parents}
    standing: dict[int, list[crediting.Note]] = defaultdict(list)
    for row in rows:
        if row["parent_id"] in parent_rows and row["status"] not in NOT_MIRRORED:
            standing[row["parent_id"]].append(crediting.Note(row["id"], max(0, -row["total"]), int(row["refunded"])))
    credited: dict[int, int] = {}
    for parent_id, of_parent in standing.items():
        parent = parent_rows[parent_id]
        received = parent["paid"] + sum(note.refunded for note in of_parent)
        total = 0 if parent["status"] in NOT_MIRRORED else parent["total"]
        credited |= {note: use.against for note, use in crediting.uses(total, received, of_parent).items()}
    return parent_rows, credited
