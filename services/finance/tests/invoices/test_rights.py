"""One right for payments and one for credits (`docs/finance.md`, Rights): each account tries each call."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from finance.wiring import service
from kit.database import Database
from services.finance.tests.builders import (
    make_accounts,
    make_copies,
    make_invoice,
    make_item,
    row_of,
)
from services.finance.tests.invoices.rights import (
    ACCOUNTS,
    CREDITS,
    DAY,
    DETAILS,
    DOORS,
    MONEY,
    SENT,
    WHY,
    Case,
    Prepare,
    draft_credit_note,
    draft_invoice,
    late_invoice,
    paid_invoice,
    planned_invoice,
    proposed_invoice,
    put,
)
from staffroom_testing.plugin import ClientFor


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
        ("/invoices/moves", "cancel", MONEY, proposed_invoice, "invoice", {}),
        ("/invoices/moves", "draft", {"sysadmin"}, proposed_invoice, "invoice", WHY),
        ("/invoices/moves", "sendDraft", CREDITS, draft_credit_note, "note", SENT),
        ("/invoices/unpaid/moves", "cancel", MONEY, late_invoice, "invoice", {}),
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
    note = draft_credit_note(database)["note"]
    for name in ("staff", "cancels", "accounting"):
        answer = client(ACCOUNTS[name]).post("/api/v1/invoices/send/summary", json={"ids": [note]})
        assert answer.json()["data"]["ready"] == (name == "accounting"), answer.text


def test_draft_credit_note_is_printed_by_callers_who_may_open_its_pdf(client: ClientFor, database: Database) -> None:
    make_copies(database)
    note = draft_credit_note(database)["note"]
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
    ids = planned_invoice(database)
    for name in ("staff", "finance", "cancels", "accounting"):
        data = client(ACCOUNTS[name]).get(f"/api/v1/invoice/{ids['invoice']}").json()["data"]
        assert ("pay" in data["actions"]) == (name in MONEY), name
        assert ("creditNote" in data["actions"]) == (name in CREDITS), name
        edits = client(ACCOUNTS[name]).get(f"/api/v1/invoiceInstallment/{ids['part']}").json()["data"]["may"]["edit"]
        assert ({"isPaid", "paidDate", "paymentType"} <= set(edits)) == (name in MONEY), name


def test_repeated_move_to_paid_writes_nothing(client: ClientFor, database: Database) -> None:
    record = paid_invoice(database)["invoice"]
    before = row_of(database, record)
    for _ in range(2):
        path = f"/api/v1/invoice/{record}/markaspaid/send/info"
        assert client(ACCOUNTS["accounting"]).post(path, json=DETAILS).json()["data"]["status"] == "paid"
    assert row_of(database, record) == before
    history = client(ACCOUNTS["sysadmin"]).get(f"/api/v1/invoice/{record}/history?field=status").json()["data"]
    assert history == []


@pytest.mark.parametrize(("field", "value"), [("isCreditNote", True), ("title", "Credit")])
def test_issued_invoice_stays_an_invoice(client: ClientFor, database: Database, field: str, value: Any) -> None:
    record = proposed_invoice(database)["invoice"]
    path = f"/api/v1/invoice/{record}"
    for name in ("accounting", "sysadmin"):
        answer = client(ACCOUNTS[name]).put(path, json=put(field, value))
        assert (answer.status_code, "has been issued as an invoice" in answer.text) == (409, True), answer.text
    client(ACCOUNTS["sysadmin"]).post(f"{path}/mark/draft", json=WHY)  # it keeps its number and its kind
    answer = client(ACCOUNTS["sysadmin"]).put(path, json=put(field, value))
    assert (answer.status_code, row_of(database, record)["is_credit_note"]) == (409, False)


@pytest.mark.parametrize(("field", "value"), [("isCreditNote", False), ("title", "Invoice")])
def test_issued_credit_note_stays_a_credit_note(client: ClientFor, database: Database, field: str, value: Any) -> None:
    record = make_invoice(database, status="proposed", title="Credit", is_credit_note=True)
    make_item(database, record, -500)
    answer = client(ACCOUNTS["sysadmin"]).put(f"/api/v1/invoice/{record}", json=put(field, value))
    assert (answer.status_code, "has been issued as a credit note" in answer.text) == (409, True), answer.text


def test_kind_and_title_change_together(client: ClientFor, database: Database) -> None:
    record = draft_invoice(database)["invoice"]
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
    # limited to the role accounting: the state in the accounting system
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
