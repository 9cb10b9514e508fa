"""The calls that change an invoice, with the accounts that have the right to each."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kit.database import Database
from kit.policy import Actor
from services.finance.tests.builders import (
    make_instalment,
    make_invoice,
    make_item,
    make_payment,
    row_of,
)
from staffroom_testing import actor

DAY = "2026-11-20"
DUE = dt.date(2026, 12, 1)
ACCOUNTS: dict[str, Actor] = {
    "sysadmin": actor("sysAdmin", "staff"),
    "accounting": actor("accounting", "staff"),
    "cancels": actor("cancelsInvoices", "staff"),
    "finance": actor("finance", "staff"),
    "techsupport": actor("techSupport", "staff"),
    "staff": actor("staff"),
    "tutor": actor("tutor", persons={"tutor": 1}),
    "client": actor("client", persons={"client": 1}),
    "student": actor("student", persons={"student": 1}),
}
MONEY = {"sysadmin", "accounting", "cancels"}
"""The right to enter money received (`books_payments`), and to reverse an entry (`reverses_payments`)."""
BACK = {"sysadmin", "accounting"}
"""The right to enter money paid back (`books_refunds`)."""
CREDITS = {"sysadmin", "accounting"}
"""The right to create, issue, change and cancel credit notes and to write off (`issues_credits`)."""


@dataclass
class Case:
    """Create an invoice over £100 with its parts; returns ids by name."""

    database: Database
    ids: dict[str, int]

    def figures(self) -> list[tuple[Any, ...]]:
        """The fields that need the right to change."""
        rows = [row_of(self.database, self.ids[name]) for name in ("invoice", "note") if name in self.ids]
        names = ("status", "is_credit_note", "title", "paid", "credited", "written_off", "total", "outstanding")
        return [tuple(row[name] for name in names) for row in rows]


Prepare = Callable[[Database], dict[str, int]]


def proposed_invoice(database: Database, **values: Any) -> dict[str, int]:
    given = {"status": "proposed", "due_date": DUE, "email": "ada@example.org"} | values
    invoice_id = make_invoice(database, **given)
    return {"invoice": invoice_id, "item": make_item(database, invoice_id, 10_000)}


def late_invoice(database: Database) -> dict[str, int]:
    return proposed_invoice(database, due_date=dt.date(2026, 1, 31))


def draft_invoice(database: Database) -> dict[str, int]:
    return proposed_invoice(database, status="draft")


def planned_invoice(database: Database) -> dict[str, int]:
    ids = proposed_invoice(database)
    parts = [make_instalment(database, ids["invoice"], 5_000, DUE) for _ in "ab"]
    return ids | {"part": parts[0]}


def ticked_invoice(database: Database) -> dict[str, int]:
    ids = proposed_invoice(database)
    given = {"paid_date": dt.date(2026, 11, 1), "payment_type": "other"}
    part = make_instalment(database, ids["invoice"], 10_000, DUE, **given)
    make_payment(database, ids["invoice"], 10_000, source="instalment", instalment_id=part)
    return ids | {"part": part}


def paid_invoice(database: Database) -> dict[str, int]:
    ids = proposed_invoice(database)
    return ids | {"payment": make_payment(database, ids["invoice"], 10_000)}


def overpaid_invoice(database: Database) -> dict[str, int]:
    ids = paid_invoice(database)
    make_payment(database, ids["invoice"], 500, source="accounting")
    return ids


def refunded_invoice(database: Database) -> dict[str, int]:
    ids = overpaid_invoice(database)
    return ids | {"payment": make_payment(database, ids["invoice"], -500)}


def nearly_paid_invoice(database: Database) -> dict[str, int]:
    ids = proposed_invoice(database)
    make_payment(database, ids["invoice"], 9_900)
    return ids


def noted(status: str) -> Prepare:
    def prepare(database: Database) -> dict[str, int]:
        ids = proposed_invoice(database)
        given = {"status": status, "title": "Credit", "is_credit_note": True, "parent_id": ids["invoice"]}
        note = make_invoice(database, email="ada@example.org", **given)
        return ids | {"note": note, "line": make_item(database, note, -2_000, meta_type="credit")}

    return prepare


draft_credit_note, credit_note = noted("draft"), noted("proposed")
WHY = {"reason": "The date was wrong"}
DETAILS = {"paidMeta": "other", "paidDate": DAY}
SENT = {"date": f"{DAY}T09:30:00Z"}
CREDIT_LINE = {
    "metaType": "credit",
    "type": "other",
    "accountId": 472,
    "subAccountId": 1,
    "amount": 100,
    "discountType": "none",
    "description": "<p>x</p>",
}
FORM = {
    "description": "<p>x</p>",
    "billingYear": 2526,
    "orgId": 1,
    "entityType": "student",
    "entityTypeId": 1,
}


def put(field: str, value: Any) -> dict[str, Any]:
    return {"field": field, "newValue": value}


DOORS: list[tuple[str, set[str], Prepare, str, str, Any]] = [
    # description, right, record, call
    (
        "a payment",
        MONEY,
        proposed_invoice,
        "POST",
        "/invoice/{invoice}/payment",
        {"amount": 100, "type": "other", "datePaid": DAY},
    ),
    ("a payment taken back", MONEY, paid_invoice, "DELETE", "/invoice/payment/{payment}", None),
    ("the paid move", MONEY, proposed_invoice, "POST", "/invoice/{invoice}/markaspaid/send/info", DETAILS),
    ("the paid move again", MONEY, paid_invoice, "POST", "/invoice/{invoice}/markaspaid/send/info", DETAILS),
    (
        "a refund",
        BACK,
        overpaid_invoice,
        "POST",
        "/invoice/{invoice}/refund",
        {"amount": 100, "type": "other", "datePaid": DAY},
    ),
    ("a refund taken back", MONEY, refunded_invoice, "DELETE", "/invoice/payment/{payment}", None),
    ("the refund of a credit note", BACK, credit_note, "POST", "/invoice/{note}/markaspaid/send/info", DETAILS),
    (
        "a paid instalment",
        MONEY,
        proposed_invoice,
        "POST",
        "/invoice/{invoice}/invoiceInstallment",
        {"amount": 10_000, "dueDate": "2026-12-01", "isPaid": True, "paidDate": DAY, "paymentType": "other"},
    ),
    ("a tick", MONEY, planned_invoice, "PUT", "/invoiceInstallment/{part}", put("isPaid", True)),
    ("a tick taken back", MONEY, ticked_invoice, "PUT", "/invoiceInstallment/{part}", put("isPaid", False)),
    ("the day of a tick", MONEY, ticked_invoice, "PUT", "/invoiceInstallment/{part}", put("paidDate", "2026-10-01")),
    ("the way of a tick", MONEY, ticked_invoice, "PUT", "/invoiceInstallment/{part}", put("paymentType", "flywire")),
    ("back from paid", MONEY, paid_invoice, "POST", "/invoice/{invoice}/mark/proposed", {}),
    ("back from paid, old editor", MONEY, paid_invoice, "PUT", "/invoice/{invoice}", put("status", "proposed")),
    ("cancelled", MONEY, proposed_invoice, "POST", "/invoice/{invoice}/mark/cancelled", {}),
    ("cancelled, old editor", MONEY, proposed_invoice, "PUT", "/invoice/{invoice}", put("status", "cancelled")),
    ("deleted, which cancels", MONEY, proposed_invoice, "DELETE", "/invoice/{invoice}", None),
    ("final", MONEY, proposed_invoice, "POST", "/invoice/{invoice}/mark/final", {}),
    ("back to draft", {"sysadmin"}, paid_invoice, "POST", "/invoice/{invoice}/mark/draft", WHY),
    ("taken back", CREDITS, proposed_invoice, "POST", "/invoice/{invoice}/takeback", WHY),
    ("the payer", MONEY, draft_invoice, "POST", "/invoice/{invoice}/payer", {"kind": "student", "id": 1}),
    ("a write-off", CREDITS, nearly_paid_invoice, "POST", "/invoice/{invoice}/writeoff", None),
    ("a credit note", CREDITS, proposed_invoice, "POST", "/invoice/{invoice}/creditnote", {}),
    (
        "a credit note by its parent",
        CREDITS,
        proposed_invoice,
        "POST",
        "/invoice",
        {"parentId": "{invoice}", "description": "<p>x</p>"},
    ),
    ("a credit note by its title", CREDITS, proposed_invoice, "POST", "/invoice", FORM | {"title": "Credit"}),
    (
        "a credit note by its mark",
        CREDITS,
        proposed_invoice,
        "POST",
        "/invoice",
        FORM | {"title": "Invoice", "isCreditNote": True},
    ),
    ("a draft turned by its mark", CREDITS, draft_invoice, "PUT", "/invoice/{invoice}", put("isCreditNote", True)),
    ("a draft turned by its title", CREDITS, draft_invoice, "PUT", "/invoice/{invoice}", put("title", "Credit")),
    ("a credit note issued by sending", CREDITS, draft_credit_note, "POST", "/invoice/{note}/mark/sent", SENT),
    ("a credit note issued by mail", CREDITS, draft_credit_note, "POST", "/invoice/{note}/send/email", {}),
    ("a credit note cancelled", CREDITS, credit_note, "POST", "/invoice/{note}/mark/cancelled", {}),
    ("a credit note cancelled, old editor", CREDITS, credit_note, "PUT", "/invoice/{note}", put("status", "cancelled")),
    ("a credit note deleted, which cancels", CREDITS, credit_note, "DELETE", "/invoice/{note}", None),
    ("a draft credit note deleted", CREDITS, draft_credit_note, "DELETE", "/invoice/{note}", None),
    ("a line of a credit note", CREDITS, draft_credit_note, "POST", "/invoice/{note}/item", CREDIT_LINE),
    (
        "a line of a credit note edited",
        CREDITS,
        draft_credit_note,
        "PUT",
        "/invoice/item/{line}",
        put("amount", -2_500),
    ),
    ("a line of a credit note deleted", CREDITS, draft_credit_note, "DELETE", "/invoice/item/{line}", None),
]
