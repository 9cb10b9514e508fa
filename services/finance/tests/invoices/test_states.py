"""The workflow of an invoice, against the sentences of `money.md 4`, Manual status change."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Any

import pytest

from finance.editor.workflow import INVOICE_STATES
from finance.invoices import rules
from finance.invoices.lists import INVOICES
from kit.database import Database
from services.finance.tests.builders import make_instalment, make_invoice, make_item, make_payment, row_of
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor, Published

ADMIN = actor("sysAdmin", "staff")
ACCOUNTS = actor("accounting", "staff")
CANCELS = actor("cancelsInvoices", "staff")
OFFICE = actor("staff")
CLIENT = actor("client", persons={"client": 1})
WHY = {"reason": "The date was wrong"}
PAID = {"paidMeta": "bankTransfer", "paidDate": "2026-04-02"}


def owing(database: Database, amount: int = 10_000, **values: Any) -> int:
    invoice_id = make_invoice(database, **({"status": "proposed"} | values))
    make_item(database, invoice_id, amount)
    return invoice_id


def part_paid(database: Database, paid: int = 4_000, **values: Any) -> int:
    invoice_id = owing(database, **values)
    make_payment(database, invoice_id, paid)
    return invoice_id


def choices(who: Any, status: str, outstanding: int) -> set[str]:
    row = {
        "id": 1,
        "status": status,
        "outstanding": outstanding,
        "person_kind": "client",
        "person_id": 1,
        "title": "Invoice",
        "is_credit_note": False,
    }
    shown = {"shownTitle": "Invoice", "number": "INV-1", "name": "Ada", "total": 100, "currency": "GBP"}
    return {move["title"] for move in INVOICE_STATES.offered(who, row, row | shown)}


@pytest.mark.parametrize("who", [ACCOUNTS, CANCELS], ids=["accounting", "cancelsInvoices"])
@pytest.mark.parametrize(
    ("status", "outstanding", "expected"),
    [
        ("draft", 100, set()),
        ("proposed", 100, {"Paid", "Cancelled"}),  # and Proposed, its own status
        ("booked", 100, {"Proposed", "Paid", "Cancelled"}),
        ("final", 100, {"Proposed", "Paid", "Cancelled"}),
        ("paid", 0, {"Proposed"}),  # and Paid, its own status
        ("partPaid", 0, {"Paid"}),
        ("partPaid", 100, set()),
        ("cancelled", 0, set()),
    ],
)
def test_choices_of_accounting_with_cancels_invoices(
    who: Any, status: str, outstanding: int, expected: set[str]
) -> None:
    assert choices(who, status, outstanding) == expected


@pytest.mark.parametrize("status", [state.value for state in rules.STATUS_OPTIONS])
def test_choices_of_a_sys_admin_from_every_state(status: str) -> None:
    present: dict[str, set[str]] = {
        "draft": {"Draft"},
        "proposed": {"Proposed"},
        "paid": {"Paid"},
        "cancelled": {"Cancelled"},
    }
    assert choices(ADMIN, status, 100) == {"Draft", "Proposed", "Paid", "Cancelled"} - present.get(status, set())


@pytest.mark.parametrize("who", [OFFICE, CLIENT], ids=["staff", "client"])
@pytest.mark.parametrize("status", [state.value for state in rules.STATUS_OPTIONS])
def test_other_roles_have_no_choice(who: Any, status: str) -> None:
    assert choices(who, status, 100) == set()


def test_colours() -> None:
    colours = {str(state.value): state.color for state in INVOICE_STATES.states}
    spec = {"proposed": "blue", "final": "orange", "paid": "green", "partPaid": "amber", "booked": "grey"}
    assert {**colours, **spec, "cancelled": "red"} == colours


@pytest.mark.parametrize("who", [OFFICE, ACCOUNTS, CANCELS], ids=["staff", "accounting", "cancelsInvoices"])
@pytest.mark.parametrize("path", ["mark/proposed", "markaspaid/send/info", "mark/cancelled", "mark/draft"])
def test_texts_of_blocked_moves(client: ClientFor, database: Database, who: Any, path: str) -> None:
    body = PAID if "paid" in path else {}
    part = client(who).post(f"/api/v1/invoice/{part_paid(database)}/{path}", json=body)
    assert (part.status_code, part.json()["error"]) == (
        409,
        "Status cannot be updated manually for partially paid invoices without writing off the balance first.",
    )
    gone = make_invoice(database, status="cancelled")
    cancelled = client(who).post(f"/api/v1/invoice/{gone}/{path}", json=body)
    assert (cancelled.status_code, cancelled.json()["error"]) == (
        409,
        "Invoice status cannot be changed for cancelled invoices.",
    )


@pytest.mark.parametrize("who", [ACCOUNTS, CANCELS], ids=["accounting", "cancelsInvoices"])
def test_status_without_a_move_is_refused_with_the_same_texts(client: ClientFor, database: Database, who: Any) -> None:
    for invoice_id, text in (
        (part_paid(database), rules.PART_PAID),
        (owing(database, status="cancelled"), rules.CANCELLED),
    ):
        for status in ("booked", "partPaid", "final", "draft"):
            answer = client(who).put(f"/api/v1/invoice/{invoice_id}", json={"field": "status", "newValue": status})
            if row_of(database, invoice_id)["status"] != status:
                assert (answer.status_code, answer.json()["error"]) == (409, text), status


@pytest.mark.parametrize("day", ["2036-01-01", "2199-12-31"])
def test_payment_date_in_the_future_is_refused(client: ClientFor, database: Database, day: str) -> None:
    invoice_id = owing(database)
    part = make_instalment(database, invoice_id, 10_000, dt.date(2036, 1, 1))
    for path, field, more in (
        ("payment", "datePaid", {"amount": 1, "type": "other"}),
        ("markaspaid/send/info", "paidDate", {"paidMeta": "other"}),
        ("invoiceInstallment", "paidDate", {"amount": 1, "dueDate": day, "isPaid": True, "paymentType": "other"}),
    ):
        answer = client(ACCOUNTS).post(f"/api/v1/invoice/{invoice_id}/{path}", json={field: day, **more})
        assert (answer.status_code, answer.json()["fields"]) == (
            422,
            {field: "Please enter a date that is not in the future"},
        )
    put = client(ACCOUNTS).put(f"/api/v1/invoiceInstallment/{part}", json={"field": "paidDate", "newValue": day})
    assert (put.status_code, row_of(database, invoice_id)["paid"]) == (422, 0)


def test_payer_may_not_set_the_status(client: ClientFor, database: Database) -> None:
    for invoice_id in (part_paid(database), owing(database)):
        assert client(CLIENT).post(f"/api/v1/invoice/{invoice_id}/mark/cancelled", json={}).status_code == 403


def test_paid_in_full_asks_for_details(client: ClientFor, database: Database, published: Published) -> None:
    invoice_id = owing(database)
    empty = client(ACCOUNTS).post(f"/api/v1/invoice/{invoice_id}/markaspaid/send/info", json={})
    assert (empty.status_code, set(empty.json()["fields"])) == (422, {"paidMeta", "paidDate"})
    published()
    answer = client(ACCOUNTS).post(f"/api/v1/invoice/{invoice_id}/markaspaid/send/info", json=PAID)
    assert answer.json()["data"] == {"id": invoice_id, "status": "paid"}
    row = row_of(database, invoice_id)
    assert (row["paid"], row["outstanding"], row["unpaid_status"], row["paid_meta"]) == (
        10_000,
        0,
        "proposed",
        "bankTransfer",
    )
    ((_, _, payload),) = published()
    assert (payload["status"], payload["outstanding"]) == ("paid", 0)
    data = client(OFFICE).get(f"/api/v1/invoice/{invoice_id}").json()["data"]
    (payment,) = data["payments"]
    assert (payment["amount"], payment["type"], payment["datePaid"]) == (10_000, "bankTransfer", {"date": "2026-04-02"})
    again = client(ACCOUNTS).post(  # the page repeats it when the last instalment was ticked
        f"/api/v1/invoice/{invoice_id}/markaspaid/send/info",
        json=PAID | {"paidMeta": "instalmentPlan", "paidAmount": 10_000},
    )
    assert (again.status_code, row_of(database, invoice_id)["paid"]) == (200, 10_000)


def test_missing_details_are_named(client: ClientFor, database: Database) -> None:
    moves = client(ACCOUNTS).get(f"/api/v1/invoice/{owing(database)}").json()["data"]["moves"]
    (pay,) = (move for move in moves if move["name"] == "pay")
    assert [(need["name"], need["title"], need["required"]) for need in pay["needs"]] == [
        ("paidMeta", "Payment method", True),
        ("paidDate", "Received date", True),
        ("paidAmount", "Paid amount, if it is not paid in full", False),
    ]


def test_part_payment(client: ClientFor, database: Database) -> None:
    invoice_id = owing(database)
    path = f"/api/v1/invoice/{invoice_id}/markaspaid/send/info"
    too_much = client(ACCOUNTS).post(path, json=PAID | {"paidAmount": 10_001})
    assert (too_much.status_code, too_much.json()["error"]) == (
        422,
        "The amount cannot be more than the £100.00 outstanding",
    )
    assert client(ACCOUNTS).post(path, json=PAID | {"paidAmount": 1}).json()["data"]["status"] == "partPaid"
    assert client(ACCOUNTS).post(path, json=PAID).status_code == 409
    assert client(ADMIN).post(path, json=PAID).json()["data"]["status"] == "paid"
    assert row_of(database, invoice_id)["paid"] == 10_000


@pytest.mark.parametrize("status", ["proposed", "final", "booked"])
def test_leaving_paid_reverses_the_payments(client: ClientFor, database: Database, status: str) -> None:
    invoice_id = owing(database, status=status)
    instalment = make_instalment(database, invoice_id, 5_000, dt.date(2026, 5, 1))
    office = client(ACCOUNTS)
    for field, value in (("paidDate", "2026-05-01"), ("paymentType", "flywire"), ("isPaid", True)):
        put = office.put(f"/api/v1/invoiceInstallment/{instalment}", json={"field": field, "newValue": value})
        assert put.status_code == 200, put.text
    office.post(
        f"/api/v1/invoice/{invoice_id}/payment", json={"amount": 5_000, "type": "other", "datePaid": "2026-05-02"}
    )
    assert row_of(database, invoice_id)["status"] == "paid"
    back = office.post(f"/api/v1/invoice/{invoice_id}/mark/proposed", json={})
    assert back.json()["data"]["status"] == "proposed", back.text
    row = row_of(database, invoice_id)
    assert (row["paid"], row["outstanding"], row["unpaid_status"], row["paid_meta"]) == (0, 10_000, None, "")
    data = office.get(f"/api/v1/invoice/{invoice_id}").json()["data"]
    assert sorted(entry["amount"] for entry in data["payments"]) == [-5_000, 5_000]
    assert all(entry["reversed"] for entry in data["payments"])
    assert [part["isPaid"] for part in data["installmentPlan"]] == [False]
    history = client(ADMIN).get(f"/api/v1/invoice/{invoice_id}/history?field=status").json()["data"]
    steps = [(entry["oldValue"], entry["newValue"]) for entry in history]
    assert steps == [("paid", "proposed"), ("partPaid", "paid"), (status, "partPaid")]


@pytest.mark.parametrize("status", ["final", "booked"])
def test_issued_invoice_set_back_is_not_issued_again(client: ClientFor, database: Database, status: str) -> None:
    invoice_id = make_invoice(
        database, status=status, number="INV-1-00007"
    )  # an old record without lines, which issuing requires now
    back = client(ACCOUNTS).post(f"/api/v1/invoice/{invoice_id}/mark/proposed", json={})
    assert (back.status_code, row_of(database, invoice_id)["number"]) == (200, "INV-1-00007"), back.text
    fresh = make_invoice(database)
    assert client(ADMIN).post(f"/api/v1/invoice/{fresh}/mark/proposed", json={}).status_code == 409


def test_payment_of_the_accounting_system_blocks_the_return_to_draft(client: ClientFor, database: Database) -> None:
    invoice_id = owing(database)
    make_payment(database, invoice_id, 10_000, source="accounting", external_id="x-1")
    answer = client(ADMIN).post(f"/api/v1/invoice/{invoice_id}/mark/draft", json=WHY)
    assert (answer.status_code, row_of(database, invoice_id)["status"]) == (409, "paid")


def test_sys_admin_pays_a_draft_and_reopens_a_cancelled_invoice(client: ClientFor, database: Database) -> None:
    invoice_id = owing(database, status="draft")
    office = client(ADMIN)
    paid = office.post(f"/api/v1/invoice/{invoice_id}/markaspaid/send/info", json=PAID | {"paidAmount": 500})
    assert paid.json()["data"]["status"] == "partPaid", paid.text
    assert row_of(database, invoice_id)["number"] is not None
    assert office.post(f"/api/v1/invoice/{invoice_id}/mark/cancelled", json={}).json()["data"]["status"] == "cancelled"
    assert (row_of(database, invoice_id)["paid"], row_of(database, invoice_id)["outstanding"]) == (0, 0)
    paid = office.post(f"/api/v1/invoice/{invoice_id}/markaspaid/send/info", json=PAID)
    assert paid.json()["data"]["status"] == "paid", paid.text
    assert row_of(database, invoice_id)["paid"] == 10_000


def test_mark_as_sent(client: ClientFor, database: Database) -> None:
    invoice_id = owing(database, status="draft")
    path = f"/api/v1/invoice/{invoice_id}/mark/sent"
    assert client(OFFICE).post(path, json={}).json()["fields"] == {"date": "Field is required"}
    answer = client(OFFICE).post(path, json={"date": "2026-11-20T09:30:00Z"})
    assert answer.json()["data"] == {"id": invoice_id, "status": "proposed"}
    row = row_of(database, invoice_id)
    assert row["number"] == "INV-1-00001"
    assert row["email_sent"] == dt.datetime(2026, 11, 20, 9, 30, tzinfo=dt.UTC)
    again = client(OFFICE).post(path, json={"date": "2026-11-21T09:30:00Z"})
    assert (again.status_code, again.json()["error"]) == (409, rules.SENT_ALREADY)


@pytest.mark.parametrize(
    ("who", "value", "status"),
    [
        (ACCOUNTS, "proposed", 200),
        (ACCOUNTS, "cancelled", 200),
        (ACCOUNTS, "final", 200),
        (OFFICE, "cancelled", 403),
        # a take-back needs its reason, as Paid needs its details
        (ACCOUNTS, "draft", 422),
        (ADMIN, "draft", 422),
        (OFFICE, "draft", 403),
        (ACCOUNTS, "paid", 422),
        (ACCOUNTS, "booked", 409),
        (ACCOUNTS, "lost", 422),
    ],
)
def test_status_field_of_the_old_editor(
    client: ClientFor, database: Database, who: Any, value: str, status: int
) -> None:
    invoice_id = owing(database)
    answer = client(who).put(f"/api/v1/invoice/{invoice_id}", json={"field": "status", "newValue": value})
    assert answer.status_code == status, answer.text
    assert row_of(database, invoice_id)["status"] == (value if status == 200 else "proposed")


def test_sums_sent_by_the_page_are_compared_with_ours(client: ClientFor, database: Database) -> None:
    invoice_id = owing(database)
    office = client(OFFICE)
    for name in ("amount", "total"):
        assert office.put(f"/api/v1/invoice/{invoice_id}", json={"field": name, "newValue": 10_000}).status_code == 200
        other = office.put(f"/api/v1/invoice/{invoice_id}", json={"field": name, "newValue": 9_999})
        assert (other.status_code, other.json()["error"], other.json()["value"]) == (409, rules.SUMS_FOLLOW, 10_000)
    edits = office.get(f"/api/v1/invoice/{invoice_id}").json()["data"]["may"]["edit"]
    assert not {"amount", "total", "status", "isCreditNote"} & set(edits)


def test_withdrawn_credit_note_reopens_its_invoice(client: ClientFor, database: Database, published: Published) -> None:
    invoice_id = part_paid(database, 8_000)
    note = make_invoice(database, status="proposed", title="Credit", is_credit_note=True, parent_id=invoice_id)
    make_item(database, note, -2_000, meta_type="credit")
    assert (row_of(database, invoice_id)["status"], row_of(database, invoice_id)["outstanding"]) == ("paid", 0)
    published()
    assert client(ACCOUNTS).post(f"/api/v1/invoice/{note}/mark/cancelled", json={}).status_code == 200
    assert (row_of(database, invoice_id)["status"], row_of(database, invoice_id)["outstanding"]) == ("partPaid", 2_000)
    assert [(key, payload["status"]) for _, key, payload in published()] == [
        (str(note), "cancelled"),
        (str(invoice_id), "partPaid"),
    ]


def test_table_in_the_docs_matches() -> None:
    docs = (Path(__file__).parents[4] / "docs" / "finance.md").read_text()
    assert INVOICE_STATES.table_text() in docs, "docs/finance.md: print INVOICE_STATES.table_text() again"


def test_credit_note_has_its_own_state_names(client: ClientFor, database: Database) -> None:
    note = owing(database, -10_000, title="Credit", is_credit_note=True)
    admin, path = client(ADMIN), f"/api/v1/invoice/{note}"
    titles = {move["name"]: move["title"] for move in admin.get(path).json()["data"]["moves"]}
    assert titles == {"pay": "Refunded", "cancel": "Cancelled", "draft": "Draft"}
    make_payment(database, note, -4_000)
    assert row_of(database, note)["status"] == "partPaid"
    titles = {move["name"]: move["title"] for move in admin.get(path).json()["data"]["moves"]}
    assert titles["proposeAnyway"] == "Issued"
    assert admin.post(f"{path}/mark/draft", json=WHY).status_code == 200
    [change] = admin.get(f"{path}/history?field=status").json()["data"]
    assert (change["oldText"], change["newText"]) == ("Part refunded", "Draft")
    invoice = part_paid(database)
    assert admin.post(f"/api/v1/invoice/{invoice}/mark/draft", json=WHY).status_code == 200
    [change] = admin.get(f"/api/v1/invoice/{invoice}/history?field=status").json()["data"]
    assert (change["oldText"], change["newText"]) == ("Part paid", "Draft")


def test_refusal_of_a_credit_note_names_its_state_as_the_page_does(client: ClientFor, database: Database) -> None:
    note = owing(database, -10_000, title="Credit", is_credit_note=True)
    make_payment(database, note, -10_000)
    answer = client(ACCOUNTS).post(f"/api/v1/invoice/{note}/mark/final", json={})
    assert answer.json()["error"] == "This is not possible while the status is Refunded"


def test_export_names_a_status_as_the_page_does() -> None:
    shown = next(column.shown for column in INVOICES.columns if column.name == "status")
    assert shown({"status": "partPaid", "isCreditNote": True, "isCredited": False}) == "Part refunded"
    assert shown({"status": "partPaid", "isCreditNote": False, "isCredited": False}) == "Part paid"
    assert shown({"status": "proposed", "isCreditNote": False, "isCredited": True}) == "Credited"
