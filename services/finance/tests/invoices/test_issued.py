"""Issued invoices: the content they keep, crediting their lines, and taking them back."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
import sqlalchemy as sa

from finance.books.model import sync_document
from finance.invoices import issuing, rules
from finance.invoices.model import invoice, invoice_footer_header, invoice_item
from kit.database import Database
from kit.errors import Conflict
from kit.policy import as_service
from services.finance.tests.builders import (
    make_accounts,
    make_copies,
    make_instalment,
    make_invoice,
    make_item,
    make_payment,
    make_text,
    row_of,
)
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor

OFFICE, ADMIN = actor("staff"), actor("sysAdmin", "staff")
ACCOUNTS = actor("accounting", "staff", name="Ann Accountant")
WHY = {"reason": "The date was wrong"}


def issued(database: Database, *amounts: int, **values: Any) -> tuple[int, list[int]]:
    record = make_invoice(database, **({"status": "proposed"} | values))
    return record, [make_item(database, record, amount) for amount in amounts or (10_000,)]


def test_issued_invoice_keeps_its_lines_and_texts(client: ClientFor, database: Database) -> None:
    make_copies(database)
    make_accounts(database)
    record, (line, other) = issued(database, 10_000, 500)
    text = make_text(database, record, "header", "<p>Re: tuition</p>")
    item = {
        "metaType": "standalone",
        "type": "other",
        "accountId": 472,
        "subAccountId": 1,
        "amount": 100,
        "discountType": "none",
        "description": "<p>x</p>",
    }
    root = f"/invoice/{record}"
    calls: list[tuple[str, str, Any]] = [
        ("PUT", f"/invoice/item/{line}", {"field": "amount", "newValue": 1}),
        ("PUT", f"/invoice/item/{line}", {"field": "description", "newValue": "<p>Other</p>"}),
        ("DELETE", f"/invoice/item/{line}", None),
        ("POST", f"{root}/item", item),
        ("POST", f"{root}/items/order", {"ids": [other, line]}),
        ("PUT", f"/invoice/footerHeader/{text}", {"field": "description", "newValue": "<p>Other</p>"}),
        ("DELETE", f"/invoice/footerHeader/{text}", None),
        ("POST", f"{root}/footerHeader/footer", {"description": "<p>x</p>"}),
        *(
            ("PUT", root, {"field": field, "newValue": value})
            for field, value in (
                ("date", "2026-11-02"),
                ("billingYear", 2627),
                ("line1", "9 Low Street"),
                ("postcode", "OX9 9XX"),
            )
        ),
    ]
    before = row_of(database, record)
    for who in (OFFICE, ADMIN):
        for method, path, body in calls:
            answer = client(who).request(method, f"/api/v1{path}", json=body)
            assert (answer.status_code, answer.json()["error"]) == (409, rules.ISSUED), (method, path)
    assert row_of(database, record) == before
    detail = client(OFFICE).get(f"/api/v1{root}").json()["data"]
    assert detail["issued"] == {"text": rules.ISSUED, "takeBack": None} and not detail["readonly"]
    assert "editLines" not in detail["actions"]
    assert set(detail["may"]["edit"]) >= {"dueDate", "email", "description"}


def _write(tx: Any, table: sa.Table, record: int, **values: Any) -> None:
    tx.execute(sa.update(table).where(table.c.id == record).values(**values))


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("date", dt.date(2026, 11, 2)),
        ("billing_year", 2627),
        ("currency", "EUR"),
        ("organisation_id", 2),
        ("name", "Other"),
        ("line1", "9 Low Street"),
        ("person_id", 2),
        ("number", "INV-9"),
    ],
)
def test_database_refuses_to_change_an_issued_invoice(database: Database, column: str, value: Any) -> None:
    record, _ = issued(database)
    draft = make_invoice(database, number="INV-1-00009")
    with pytest.raises(Conflict) as refusal, database.transaction(as_service("finance")) as tx:
        _write(tx, invoice, record, **{column: value})
    assert refusal.value.text == rules.ISSUED
    with database.transaction(as_service("finance")) as tx:
        _write(tx, invoice, draft, **{column: value})


def test_database_refuses_to_change_parts_of_an_issued_invoice(database: Database) -> None:
    record, (line,) = issued(database)
    text = make_text(database, record, "header", "x")
    for table, part in ((invoice_item, line), (invoice_footer_header, text)):
        with pytest.raises(Conflict) as refusal, database.transaction(as_service("finance")) as tx:
            _write(tx, table, part, description="Other")
        assert refusal.value.text == rules.ISSUED
        with pytest.raises(Conflict), database.transaction(as_service("finance")) as tx:
            tx.execute(sa.delete(table).where(table.c.id == part))


def test_plan_of_issued_invoice_can_change(client: ClientFor, database: Database) -> None:
    record, _ = issued(database)
    part = make_instalment(database, record, 10_000, dt.date(2027, 1, 1))
    body = {"field": "dueDate", "newValue": "2027-02-01"}
    assert client(OFFICE).put(f"/api/v1/invoiceInstallment/{part}", json=body).status_code == 200


def test_invoice_taken_back_is_a_draft_with_its_number(client: ClientFor, database: Database) -> None:
    record, (line,) = issued(database, number="INV-1-00007")
    path = f"/api/v1/invoice/{record}/takeback"
    assert client(OFFICE).post(path, json=WHY).status_code == 403
    assert client(ACCOUNTS).post(path, json={}).json()["fields"] == {"reason": "Field is required"}
    answer = client(ACCOUNTS).post(path, json=WHY)
    assert answer.json()["data"] == {"id": record, "status": "draft"}, answer.text
    body = {"field": "amount", "newValue": 9_000}
    assert client(OFFICE).put(f"/api/v1/invoice/item/{line}", json=body).status_code == 200
    again = client(OFFICE).post(f"/api/v1/invoice/{record}/mark/sent", json={"date": "2026-11-20T09:30:00Z"})
    assert again.status_code == 200, again.text
    row = row_of(database, record)
    assert (row["number"], row["total"], row["status"]) == ("INV-1-00007", 9_000, "proposed")
    history = client(ACCOUNTS).get(f"/api/v1/invoice/{record}/history").json()["data"]
    [entry] = [entry for entry in history if entry["field"] == "takenBack"]
    assert (entry["title"], entry["newText"], entry["userName"]) == ("Taken back", WHY["reason"], "Ann Accountant")


@pytest.mark.parametrize("why", ["paid", "part paid", "there", "credited"])
def test_invoice_that_somebody_relies_on_is_not_taken_back(client: ClientFor, database: Database, why: str) -> None:
    record, _ = issued(database)
    text = {"there": issuing.SENT_THERE, "credited": "stands against this invoice"}.get(why, rules.PAID_ON)
    if "paid" in why:
        make_payment(database, record, 10_000 if why == "paid" else 500)
    elif why == "there":
        with database.transaction(as_service("finance")) as tx:
            known = sync_document.c.invoice_id == record
            tx.execute(sa.update(sync_document).where(known).values(external_id="x-1"))
    else:
        note = make_invoice(
            database, status="proposed", title="Credit", is_credit_note=True, parent_id=record, number="INV-1-00090"
        )
        make_item(database, note, -100, meta_type="credit")
    answer = client(ACCOUNTS).post(f"/api/v1/invoice/{record}/takeback", json=WHY)
    if "paid" in why:
        assert answer.status_code == 409, answer.text  # the general text of its state
    else:
        assert (answer.status_code, text in answer.json()["error"]) == (409, True), answer.text
    if why != "credited":
        law = client(ACCOUNTS).get(f"/api/v1/invoice/{record}").json()["data"]["issued"]
        assert law["takeBack"] == text


def test_invoice_with_a_reversed_external_payment_is_not_taken_back(client: ClientFor, database: Database) -> None:
    record, _ = issued(database)
    make_payment(database, record, -500, source="accounting", external_id="x-1")
    make_payment(database, record, 500)
    answer = client(ACCOUNTS).post(f"/api/v1/invoice/{record}/takeback", json=WHY)
    assert (answer.status_code, answer.json()["error"]) == (409, rules.PAID_ON)


def test_draft_of_a_sys_admin_is_a_take_back_with_a_reason(client: ClientFor, database: Database) -> None:
    record, _ = issued(database)
    make_payment(database, record, 10_000)
    path = f"/api/v1/invoice/{record}/mark/draft"
    assert client(ADMIN).post(path, json={}).status_code == 422
    assert client(ADMIN).post(path, json=WHY).json()["data"]["status"] == "draft"
    [entry] = client(ADMIN).get(f"/api/v1/invoice/{record}/history?field=takenBack").json()["data"]
    assert entry["newValue"] == WHY["reason"]


def credited(client: ClientFor, record: int, body: Any) -> Any:
    return client(ACCOUNTS).post(f"/api/v1/invoice/{record}/creditnote", json=body)


def test_credit_note_of_all_lines_credits_the_whole_invoice(client: ClientFor, database: Database) -> None:
    make_accounts(database)
    record, _ = issued(database, billing_year=2425)
    given = {"account_id": 472, "sub_account_id": 1, "vat_rate": 2000}
    make_item(database, record, 1_999, discount_type="percentage", discount=1_250, **given)
    make_item(database, record, -333, meta_type="credit")
    make_item(database, record, 0, meta_type="title", description="<p>Autumn</p>")
    note = credited(client, record, {"lines": "all"}).json()["data"]["id"]
    row = row_of(database, note)
    assert (row["total"], row["vat"]) == (-row_of(database, record)["total"], -row_of(database, record)["vat"])
    assert row["billing_year"] == 2425
    items = client(ACCOUNTS).get(f"/api/v1/invoice/{note}").json()["data"]["items"]
    lines = [(one["metaType"], one["amount"], one["VAT"], one["subAccountId"]) for one in items]
    assert lines == [("credit", -10_000, 0, None), ("credit", -1_749, -350, 1), ("standalone", 333, 0, None)]
    sent = client(ACCOUNTS).post(f"/api/v1/invoice/{note}/mark/sent", json={"date": "2026-11-20T09:30:00Z"})
    assert (sent.status_code, row_of(database, record)["outstanding"]) == (200, 0), sent.text


def test_credit_note_of_some_lines_in_part(client: ClientFor, database: Database) -> None:
    record, (first, second) = issued(database, 10_000, 5_000)
    note = credited(client, record, {"lines": [second], "amounts": {str(second): 1_200}}).json()["data"]["id"]
    assert row_of(database, note)["total"] == -1_200
    for body, field in (
        ({"lines": [second], "amounts": {str(second): 5_001}}, f"amounts.{second}"),
        ({"lines": [second], "amounts": {str(second): 0}}, f"amounts.{second}"),
        ({"lines": [second], "amounts": {str(first): 1}}, "amounts"),
        ({"lines": [999_999]}, "lines"),
    ):
        answer = credited(client, record, body)
        assert (answer.status_code, set(answer.json()["fields"])) == (422, {field}), answer.text
    empty = credited(client, record, {}).json()["data"]["id"]
    assert row_of(database, empty)["total"] == 0
