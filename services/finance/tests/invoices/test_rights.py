"""One right for payments and one for credits (`docs/finance.md`, Rights): each account tries each call."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from finance.wiring import service
from kit.database import Database
from kit.policy import Actor
from services.finance.tests.builders import (
    make_accounts,
    make_copies,
    make_instalment,
    make_invoice,
    make_item,
    make_payment,
    row_of,
)
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor

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


def _proposed(database: Database, **values: Any) -> dict[str, int]:
    given = {"status": "proposed", "due_date": DUE, "email": "ada@example.org"} | values
    invoice_id = make_invoice(database, **given)
    return {"invoice": invoice_id, "item": make_item(database, invoice_id, 10_000)}


def _late(database: Database) -> dict[str, int]:
    return _proposed(database, due_date=dt.date(2026, 1, 31))


def _draft(database: Database) -> dict[str, int]:
    return _proposed(database, status="draft")


def _planned(database: Database) -> dict[str, int]:
    ids = _proposed(database)
    parts = [make_instalment(database, ids["invoice"], 5_000, DUE) for _ in "ab"]
    return ids | {"part": parts[0]}


def _ticked(database: Database) -> dict[str, int]:
    ids = _proposed(database)
    given = {"paid_date": dt.date(2026, 11, 1), "payment_type": "other"}
    part = make_instalment(database, ids["invoice"], 10_000, DUE, **given)
    make_payment(database, ids["invoice"], 10_000, source="instalment", instalment_id=part)
    return ids | {"part": part}


def _paid(database: Database) -> dict[str, int]:
    ids = _proposed(database)
    return ids | {"payment": make_payment(database, ids["invoice"], 10_000)}


def _overpaid(database: Database) -> dict[str, int]:
    ids = _paid(database)
    make_payment(database, ids["invoice"], 500, source="accounting")
    return ids


def _refunded(database: Database) -> dict[str, int]:
    ids = _overpaid(database)
    return ids | {"payment": make_payment(database, ids["invoice"], -500)}


def _nearly_paid(database: Database) -> dict[str, int]:
    ids = _proposed(database)
    make_payment(database, ids["invoice"], 9_900)
    return ids


def _noted(status: str) -> Prepare:
    def prepare(database: Database) -> dict[str, int]:
        ids = _proposed(database)
        given = {"status": status, "title": "Credit", "is_credit_note": True, "parent_id": ids["invoice"]}
        note = make_invoice(database, email="ada@example.org", **given)
        return ids | {"note": note, "line": make_item(database, note, -2_000, meta_type="credit")}

    return prepare


_draft_note, _note = _noted("draft"), _noted("proposed")
_WHY = {"reason": "The date was wrong"}
_DETAILS = {"paidMeta": "other", "paidDate": DAY}
_SENT = {"date": f"{DAY}T09:30:00Z"}
_CREDIT_LINE = {
    "metaType": "credit",
    "type": "other",
    "accountId": 472,
    "subAccountId": 1,
    "amount": 100,
    "discountType": "none",
    "description": "<p>x</p>",
}
_FORM = {
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
        _proposed,
        "POST",
        "/invoice/{invoice}/payment",
        {"amount": 100, "type": "other", "datePaid": DAY},
    ),
    ("a payment taken back", MONEY, _paid, "DELETE", "/invoice/payment/{payment}", None),
    ("the paid move", MONEY, _proposed, "POST", "/invoice/{invoice}/markaspaid/send/info", _DETAILS),
    ("the paid move again", MONEY, _paid, "POST", "/invoice/{invoice}/markaspaid/send/info", _DETAILS),
    (
        "a refund",
        BACK,
        _overpaid,
        "POST",
        "/invoice/{invoice}/refund",
        {"amount": 100, "type": "other", "datePaid": DAY},
    ),
    ("a refund taken back", MONEY, _refunded, "DELETE", "/invoice/payment/{payment}", None),
    ("the refund of a credit note", BACK, _note, "POST", "/invoice/{note}/markaspaid/send/info", _DETAILS),
    (
        "a paid instalment",
        MONEY,
        _proposed,
        "POST",
        "/invoice/{invoice}/invoiceInstallment",
        {"amount": 10_000, "dueDate": "2026-12-01", "isPaid": True, "paidDate": DAY, "paymentType": "other"},
    ),
    ("a tick", MONEY, _planned, "PUT", "/invoiceInstallment/{part}", put("isPaid", True)),
    ("a tick taken back", MONEY, _ticked, "PUT", "/invoiceInstallment/{part}", put("isPaid", False)),
    ("the day of a tick", MONEY, _ticked, "PUT", "/invoiceInstallment/{part}", put("paidDate", "2026-10-01")),
    ("the way of a tick", MONEY, _ticked, "PUT", "/invoiceInstallment/{part}", put("paymentType", "flywire")),
    ("back from paid", MONEY, _paid, "POST", "/invoice/{invoice}/mark/proposed", {}),
    ("back from paid, old editor", MONEY, _paid, "PUT", "/invoice/{invoice}", put("status", "proposed")),
    ("cancelled", MONEY, _proposed, "POST", "/invoice/{invoice}/mark/cancelled", {}),
    ("cancelled, old editor", MONEY, _proposed, "PUT", "/invoice/{invoice}", put("status", "cancelled")),
    ("deleted, which cancels", MONEY, _proposed, "DELETE", "/invoice/{invoice}", None),
    ("final", MONEY, _proposed, "POST", "/invoice/{invoice}/mark/final", {}),
    ("back to draft", {"sysadmin"}, _paid, "POST", "/invoice/{invoice}/mark/draft", _WHY),
    ("taken back", CREDITS, _proposed, "POST", "/invoice/{invoice}/takeback", _WHY),
    ("the payer", MONEY, _draft, "POST", "/invoice/{invoice}/payer", {"kind": "student", "id": 1}),
    ("a write-off", CREDITS, _nearly_paid, "POST", "/invoice/{invoice}/writeoff", None),
    ("a credit note", CREDITS, _proposed, "POST", "/invoice/{invoice}/creditnote", {}),
    (
        "a credit note by its parent",
        CREDITS,
        _proposed,
        "POST",
        "/invoice",
        {"parentId": "{invoice}", "description": "<p>x</p>"},
    ),
    ("a credit note by its title", CREDITS, _proposed, "POST", "/invoice", _FORM | {"title": "Credit"}),
    (
        "a credit note by its mark",
        CREDITS,
        _proposed,
        "POST",
        "/invoice",
        _FORM | {"title": "Invoice", "isCreditNote": True},
    ),
    ("a draft turned by its mark", CREDITS, _draft, "PUT", "/invoice/{invoice}", put("isCreditNote", True)),
    ("a draft turned by its title", CREDITS, _draft, "PUT", "/invoice/{invoice}", put("title", "Credit")),
    ("a credit note issued by sending", CREDITS, _draft_note, "POST", "/invoice/{note}/mark/sent", _SENT),
    ("a credit note issued by mail", CREDITS, _draft_note, "POST", "/invoice/{note}/send/email", {}),
    ("a credit note cancelled", CREDITS, _note, "POST", "/invoice/{note}/mark/cancelled", {}),
    ("a credit note cancelled, old editor", CREDITS, _note, "PUT", "/invoice/{note}", put("status", "cancelled")),
    ("a credit note deleted, which cancels", CREDITS, _note, "DELETE", "/invoice/{note}", None),
    ("a draft credit note deleted", CREDITS, _draft_note, "DELETE", "/invoice/{note}", None),
    ("a line of a credit note", CREDITS, _draft_note, "POST", "/invoice/{note}/item", _CREDIT_LINE),
    ("a line of a credit note edited", CREDITS, _draft_note, "PUT", "/invoice/item/{line}", put("amount", -2_500)),
    ("a line of a credit note deleted", CREDITS, _draft_note, "DELETE", "/invoice/item/{line}", None),
]


def _filled(value: Any, ids: dict[str, int]) -> Any:
    if isinstance(value, dict):
        return {name: _filled(entry, ids) for name, entry in value.items()}
    return ids[value[1:-1]] if isinstance(value, str) and re.fullmatch(r"\{\w+\}", value) else value


@pytest.mark.parametrize(
    ("allowed", "prepare", "method", "path", "body"), [door[1:] for door in DOORS], ids=[door[0] for door in DOORS]
)
def test_each_account_on_each_call(
    client: ClientFor, database: Database, allowed: set[str], prepare: Prepare, method: str, path: str, body: Any
) -> None:
    make_copies(database)
    make_accounts(database)
    for name, who in ACCOUNTS.items():
        case = Case(database, prepare(database))
        before = case.figures()
        if path.startswith("/invoiceInstallment") and name in allowed and body["newValue"] is True:
            for field, value in (("paidDate", DAY), ("paymentType", "other")):
                client(who).put(f"/api/v1{path.format(**case.ids)}", json=put(field, value))
        answer = client(who).request(method, f"/api/v1{path.format(**case.ids)}", json=_filled(body, case.ids))
        if name in allowed:
            assert answer.status_code < 300, f"{name}: {answer.text}"
        else:
            assert answer.status_code in {403, 404}, f"{name}: {answer.status_code} {answer.text}"
            assert case.figures() == before, name


@pytest.mark.parametrize(
    ("path", "move", "allowed", "prepare", "record", "body"),
    [
        ("/invoices/moves", "cancel", MONEY, _proposed, "invoice", {}),
        ("/invoices/moves", "draft", {"sysadmin"}, _proposed, "invoice", _WHY),
        ("/invoices/moves", "sendDraft", CREDITS, _draft_note, "note", _SENT),
        ("/invoices/unpaid/moves", "cancel", MONEY, _late, "invoice", {}),
    ],
)
def test_selection_needs_the_right_of_each_move(
    client: ClientFor,
    database: Database,
    run_jobs: Callable[[], Any],
    path: str,
    move: str,
    allowed: set[str],
    prepare: Prepare,
    record: str,
    body: Any,
) -> None:
    make_copies(database)
    make_accounts(database)
    for name, who in ACCOUNTS.items():
        case = Case(database, prepare(database))
        before = case.figures()
        chosen = {"move": move, "ids": [case.ids[record]], "body": body}
        answer = client(who).post(f"/api/v1{path}", json=chosen)
        assert answer.status_code in ({202} if name in allowed else {202, 403, 404, 422}), f"{name}: {answer.text}"
        run_jobs()
        assert (case.figures() != before) == (name in allowed), name


def test_bulk_sending_issues_no_credit_note(client: ClientFor, database: Database) -> None:
    make_copies(database)
    note = _draft_note(database)["note"]
    for name in ("staff", "cancels", "accounting"):
        answer = client(ACCOUNTS[name]).post("/api/v1/invoices/send/summary", json={"ids": [note]})
        assert answer.json()["data"]["ready"] == (name == "accounting"), answer.text


def test_draft_credit_note_is_printed_by_callers_who_may_open_its_pdf(client: ClientFor, database: Database) -> None:
    make_copies(database)
    note = _draft_note(database)["note"]
    for name, who in ACCOUNTS.items():
        opened = client(who).get(f"/api/v1/invoice/{note}")
        answer = client(who).post("/api/v1/invoices/print/summary", json={"ids": [note]})
        started = client(who).post("/api/v1/invoices/print", json={"ids": [note]})
        assert (started.status_code == 202) == (opened.status_code == 200), (name, started.text)
        if opened.status_code == 200:
            assert (answer.json()["data"]["ready"], answer.json()["data"]["drafts"]) == (1, 1), name
    assert row_of(database, note)["status"] == "draft"


def test_page_offers_what_the_calls_allow(client: ClientFor, database: Database) -> None:
    make_copies(database)
    ids = _planned(database)
    for name in ("staff", "finance", "cancels", "accounting"):
        data = client(ACCOUNTS[name]).get(f"/api/v1/invoice/{ids['invoice']}").json()["data"]
        assert ("pay" in data["actions"]) == (name in MONEY), name
        assert ("creditNote" in data["actions"]) == (name in CREDITS), name
        edits = client(ACCOUNTS[name]).get(f"/api/v1/invoiceInstallment/{ids['part']}").json()["data"]["may"]["edit"]
        assert ({"isPaid", "paidDate", "paymentType"} <= set(edits)) == (name in MONEY), name


def test_repeated_move_to_paid_writes_nothing(client: ClientFor, database: Database) -> None:
    record = _paid(database)["invoice"]
    before = row_of(database, record)
    for _ in range(2):
        path = f"/api/v1/invoice/{record}/markaspaid/send/info"
        assert client(ACCOUNTS["accounting"]).post(path, json=_DETAILS).json()["data"]["status"] == "paid"
    assert row_of(database, record) == before
    history = client(ACCOUNTS["sysadmin"]).get(f"/api/v1/invoice/{record}/history?field=status").json()["data"]
    assert history == []


@pytest.mark.parametrize(("field", "value"), [("isCreditNote", True), ("title", "Credit")])
def test_issued_invoice_stays_an_invoice(client: ClientFor, database: Database, field: str, value: Any) -> None:
    record = _proposed(database)["invoice"]
    path = f"/api/v1/invoice/{record}"
    for name in ("accounting", "sysadmin"):
        answer = client(ACCOUNTS[name]).put(path, json=put(field, value))
        assert (answer.status_code, "has been issued as an invoice" in answer.text) == (409, True), answer.text
    client(ACCOUNTS["sysadmin"]).post(f"{path}/mark/draft", json=_WHY)  # it keeps its number and its kind
    answer = client(ACCOUNTS["sysadmin"]).put(path, json=put(field, value))
    assert (answer.status_code, row_of(database, record)["is_credit_note"]) == (409, False)


@pytest.mark.parametrize(("field", "value"), [("isCreditNote", False), ("title", "Invoice")])
def test_issued_credit_note_stays_a_credit_note(client: ClientFor, database: Database, field: str, value: Any) -> None:
    record = make_invoice(database, status="proposed", title="Credit", is_credit_note=True)
    make_item(database, record, -500)
    answer = client(ACCOUNTS["sysadmin"]).put(f"/api/v1/invoice/{record}", json=put(field, value))
    assert (answer.status_code, "has been issued as a credit note" in answer.text) == (409, True), answer.text


def test_kind_and_title_change_together(client: ClientFor, database: Database) -> None:
    record = _draft(database)["invoice"]
    for field, value, expected in (
        ("title", "Credit", ("Credit", True)),
        ("title", "Proposal", ("Proposal", False)),
        ("isCreditNote", True, ("Credit", True)),
        ("isCreditNote", False, ("Invoice", False)),
    ):
        answer = client(ACCOUNTS["accounting"]).put(f"/api/v1/invoice/{record}", json=put(field, value))
        row = row_of(database, record)
        assert (answer.status_code, (row["title"], row["is_credit_note"])) == (200, expected), answer.text


_HARMLESS = {
    # texts, order, plans and addresses: they change neither money nor credit
    "POST /invoice/{id}/items/order",
    "POST /invoice/{id}/footerHeader/{place}/order",
    "POST /invoice/{id}/footer",
    "DELETE /invoice/footer/{id}",
    "POST /invoice/{id}/footerHeader/{place}",
    "PUT /invoice/footerHeader/{id}",
    "DELETE /invoice/footerHeader/{id}",
    "POST /invoice/{id}/plan",
    "DELETE /invoiceInstallment/{id}",
    "POST /invoice/{id}/link/renew",
    "POST /invoice/{id}/link/open",
    # receipts of paid invoices, mails of issued ones, documents
    "POST /invoice/{id}/send/receipt",
    "POST /invoice/{id}/send/receipt/preview",
    "POST /invoice/{id}/send/email/preview",
    "POST /invoice/{id}/email/{emailId}/retry",
    "POST /invoices/print",
    "POST /invoices/print/summary",
    "POST /invoices/export",
    "POST /invoices/my/export",
    "POST /invoices/unpaid/export",
    # by role accounting: reminders of issued invoices
    "PUT /invoices/reminders/ladder/{id}",
    "POST /invoices/reminders/stop",
    "POST /invoices/reminders/resume",
    "POST /invoices/reminders/export",
    "POST /invoices/reminders/stops/export",
    # by role accounting, reopened only by sysAdmin: `tests/periods`
    "PUT /invoices/lockdates/{orgId}",
    # lines of exams: `tests/exams`
    "POST /invoices/exams/export",
    "POST /invoices/examsnotentered/export",
    "POST /invoices/exams/{}/draft",
    # by role accounting: the state of the accounting system
    "POST /invoice/{id}/sync/retry",
    "POST /invoice/{id}/sync/resolve",
}
_ELSEWHERE = {
    # `test_bulk_sending_issues_no_credit_note`
    "POST /invoices/send",
    "POST /invoices/send/summary",
    # `test_selection_needs_the_right_of_each_move`; a preview moves nothing
    "POST /invoices/moves",
    "POST /invoices/moves/preview",
    "POST /invoices/unpaid/moves",
    "POST /invoices/unpaid/moves/preview",
}


def test_every_call_on_invoices_is_tested_or_exempt() -> None:
    walked = {(method, re.sub(r"\{\w+\}", "{}", path)) for _, _, _, method, path, _ in DOORS}
    walked |= {tuple(re.sub(r"\{\w+\}", "{}", call).split(" ")) for call in _HARMLESS | _ELSEWHERE}  # type: ignore[misc]
    calls = {
        (method, re.sub(r"\{\w+\}", "{}", path))
        for method, path, _ in service.rules()
        if method not in {"GET", "HEAD"}
        and re.match(r"/invoices?(/|$)|/invoiceInstallment", path)
        and not re.match(r"/invoices?/(samples|templates|letterheads|bankaccounts|exchangerates|examFees)", path)
        and not re.match(r"/invoice/(item|footerHeader|footer)/samples", path)
    }
    assert calls - walked == set()
