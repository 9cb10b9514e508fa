"""Incoming changes: payments are entered once; a person decides all other changes."""

from __future__ import annotations

import base64
import datetime as dt
import hashlib
import hmac
import json
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from finance.books.model import sync_document, sync_tenant
from finance.copies.model import organisation
from finance.invoices.model import invoice, payment
from finance.sync import incoming, tokens
from finance.sync.xero import pence
from sandbox.webhooks import Sender, signature
from services.finance.tests.builders import make_instalment, make_item, make_payment, row_of
from services.finance.tests.sync.test_pushing import IN_STEP, proved, sent
from staffroom_testing import actor

ANN = actor("staff", "accounting", name="Ann")


def pay_there(over: Any, record: int, pounds: str) -> None:
    form = {"tenant": over.tenant, "invoice": over.row(record)["external_id"], "amount": pounds}
    assert httpx.post(f"{over.url}/by-hand/pay", data=form).status_code == 302


def take_back_there(over: Any, record: int, amount: float | None = None) -> None:
    """Delete a payment in Xero: the first, or the first of `amount` pounds."""
    payments = over.invoice(f"INV-{record:05d}")["Payments"]
    paid = next(one["PaymentID"] for one in payments if amount in {None, float(one["Amount"])})
    assert httpx.post(f"{over.url}/by-hand/take-back", data={"tenant": over.tenant, "payment": paid}).status_code == 302


def change_there(over: Any, record: int, **values: Any) -> None:
    """Edit the document in Xero."""
    from sandbox import documents

    there = over.invoice(f"INV-{record:05d}")
    with over.books.transaction():
        documents.save(over.books, over.tenant, "Invoices", {"InvoiceID": there["InvoiceID"], **values}, create=False)


def test_payment_made_in_xero_is_entered_once(over, database):
    record = sent(database, 10_000)
    over.drain()
    pay_there(over, record, "40.00")
    over.poll()
    over.poll()
    row = row_of(database, record)
    assert (row["paid"], row["status"]) == (4_000, "partPaid")
    with database.read() as connection:
        came = connection.execute(sa.select(payment)).mappings().one()
    assert came["source"] == "accounting" and came["external_id"]
    pay_there(over, record, "60.00")
    over.poll()
    assert row_of(database, record)["status"] == "paid" and proved() == IN_STEP


def test_payment_deleted_in_xero_is_reversed(over, database):
    record = sent(database, 10_000)
    over.drain()
    pay_there(over, record, "100.00")
    over.poll()
    take_back_there(over, record)
    over.poll()
    row = row_of(database, record)
    assert (row["paid"], row["status"]) == (0, "proposed")
    assert over.row(record)["state"] == "inStep" and proved() == IN_STEP


def test_payment_made_in_xero_moves_the_due_date_of_a_plan_on_both_sides(over, database, client):
    june, july = dt.date(2026, 6, 1), dt.date(2026, 7, 1)
    record = sent(database, 10_000, due_date=june)
    for day in (june, july):
        make_instalment(database, record, 5_000, day)
    over.drain()
    pay_there(over, record, "50.00")
    over.poll()
    over.drain()
    assert row_of(database, record)["due_date"] == july
    assert over.invoice(f"INV-{record:05d}")["DueDateString"][:10] == "2026-07-01" and proved() == IN_STEP
    take_back_there(over, record)
    over.poll()
    over.drain()
    assert row_of(database, record)["due_date"] == june
    assert over.invoice(f"INV-{record:05d}")["DueDateString"][:10] == "2026-06-01" and proved() == IN_STEP
    history = client(actor("sysAdmin")).get(f"/api/v1/invoice/{record}/history?field=dueDate").json()["data"]
    assert [entry["newValue"]["date"] for entry in history] == ["2026-06-01", "2026-07-01"]


def test_line_changed_here_and_payment_made_in_xero_are_both_kept(over, database):
    record = sent(database, 10_000)
    over.drain()
    pay_there(over, record, "30.00")
    make_item(database, record, 500)
    over.drain()
    over.poll()
    there = over.invoice(f"INV-{record:05d}")
    assert pence(there["Total"]) == 10_500 and pence(there["AmountPaid"]) == 3_000
    assert row_of(database, record)["paid"] == 3_000 and proved() == IN_STEP


@pytest.mark.parametrize("keep", ["ours", "theirs"])
def test_our_payment_deleted_in_xero_is_a_conflict(over, database, client, keep):
    record = sent(database, 10_000)
    make_payment(database, record, 10_000)
    over.drain()
    take_back_there(over, record)
    over.poll()
    row = over.row(record)
    assert row["state"] == "conflict" and row["ours"]["amount"] == 10_000
    answer = client(ANN).post(f"/api/v1/invoice/{record}/sync/resolve", json={"keep": keep})
    assert answer.status_code == 200, answer.text
    over.drain()
    assert over.row(record)["state"] == "inStep" and proved() == IN_STEP
    assert row_of(database, record)["paid"] == (10_000 if keep == "ours" else 0)


def test_instalment_payment_deleted_in_xero_removes_its_tick(over, database, client):
    record = sent(database, 10_000, due_date=dt.date(2026, 6, 1))
    first, second = (make_instalment(database, record, 5_000, dt.date(2026, month, 1)) for month in (6, 7))
    caller = client(ANN)
    for part in (first, second):
        for field, value in (("paidDate", "2026-05-02"), ("paymentType", "flywire"), ("isPaid", True)):
            answer = caller.put(f"/api/v1/invoiceInstallment/{part}", json={"field": field, "newValue": value})
            assert answer.status_code == 200, answer.text
    assert row_of(database, record)["paid_meta"] == "instalmentPlan"
    over.drain()
    for _ in range(2):
        take_back_there(over, record)
        over.poll()
        assert over.row(record)["state"] == "conflict"
        assert caller.post(f"/api/v1/invoice/{record}/sync/resolve", json={"keep": "theirs"}).status_code == 200
        over.drain()
    detail = caller.get(f"/api/v1/invoice/{record}").json()["data"]
    assert {part["isPaid"] for part in detail["installmentPlan"]} == {False}
    row = row_of(database, record)
    assert (row["paid"], row["status"], row["paid_meta"]) == (0, "proposed", "")
    assert row["due_date"] == dt.date(2026, 6, 1) and proved() == IN_STEP


def test_write_off_deleted_in_xero_is_kept(over, database, client):
    record = sent(database, 10_000)
    make_payment(database, record, 9_500)
    caller = client(ANN)
    assert caller.post(f"/api/v1/invoice/{record}/writeoff").status_code == 200
    over.drain()
    take_back_there(over, record, amount=5)
    over.poll()
    assert over.row(record)["ours"]["amount"] == 500
    refused = caller.post(f"/api/v1/invoice/{record}/sync/resolve", json={"keep": "theirs"})
    assert (refused.status_code, refused.json()["error"][:24]) == (422, "The write-off stays here")
    assert caller.post(f"/api/v1/invoice/{record}/sync/resolve", json={"keep": "ours"}).status_code == 200
    over.drain()
    assert over.row(record)["state"] == "inStep" and proved() == IN_STEP


def test_amount_changed_in_xero_is_shown_and_never_overwritten(over, database, client):
    record = sent(database, 10_000)
    over.drain()
    line = {"Description": "Less", "UnitAmount": 90, "AccountCode": "200", "TaxType": "NONE"}
    change_there(over, record, LineItems=[line])
    make_item(database, record, 100)  # both sides changed it
    over.drain()
    row = over.row(record)
    assert row["state"] == "conflict" and (row["ours"]["total"], row["theirs"]["total"]) == (10_100, 9_000)
    assert pence(over.invoice(f"INV-{record:05d}")["Total"]) == 9_000
    report = proved()
    assert report["difference"] == 1_100
    caller = client(ANN)
    detail = caller.get(f"/api/v1/invoice/{record}").json()["data"]["sync"]
    assert detail["state"] == "conflict" and detail["theirs"]["total"] == 9_000
    assert caller.post(f"/api/v1/invoice/{record}/sync/retry").status_code == 409
    assert caller.post(f"/api/v1/invoice/{record}/sync/resolve", json={"keep": "theirs"}).status_code == 422
    assert caller.post(f"/api/v1/invoice/{record}/sync/resolve", json={"keep": "ours"}).status_code == 200
    over.drain()
    assert pence(over.invoice(f"INV-{record:05d}")["Total"]) == 10_100 and proved() == IN_STEP


def test_webhook_during_a_poll_causes_another_poll(over, database, monkeypatch):
    record = sent(database, 10_000)
    over.drain()
    read = incoming.poll

    def overtaken(xero: Any) -> int:
        """Somebody pays in Xero after the answer was read."""
        changed = read(xero)
        monkeypatch.setattr(incoming, "poll", read)
        pay_there(over, record, "40.00")
        with database.read() as connection:
            connection.execute(sa.update(sync_tenant).values(wake=sa.func.clock_timestamp()))
        return changed

    monkeypatch.setattr(incoming, "poll", overtaken)
    over.poll()
    assert row_of(database, record)["paid"] == 4_000, "not minutes later"


def test_clock_set_back_stops_no_poll(over, database):
    record = sent(database, 10_000)
    over.drain()
    with database.read() as connection:
        connection.execute(sa.update(sync_tenant).values(polled=sync_tenant.c.polled + dt.timedelta(days=2)))
    pay_there(over, record, "40.00")
    over.drain()
    assert row_of(database, record)["paid"] == 4_000


def test_webhook_with_a_right_signature_wakes_the_poller(over, database, client):
    caller = client(None)
    body = json.dumps({"events": [{"tenantId": over.tenant}]}).encode()
    right = base64.b64encode(hmac.new(b"hook key", body, hashlib.sha256).digest()).decode()

    def woken() -> Any:
        with database.read() as connection:
            return connection.scalar(sa.select(sync_tenant.c.wake))

    for wrong in ("", "bm90IGl0", right[:-2] + "x=", "ü"):
        answer = caller.post("/api/v1/xero/webhook", content=body, headers={"x-xero-signature": wrong.encode()})
        assert answer.status_code == 401, wrong
    assert woken() is None
    answer = caller.post("/api/v1/xero/webhook", content=body, headers={"x-xero-signature": right})
    assert (answer.status_code, answer.content) == (200, b"") and woken() is not None
    question = b'{"events":[],"lastEventSequence":0,"firstEventSequence":0,"entropy":"S0m3r4Nd0mt3xt"}'
    headers = {"x-xero-signature": signature("hook key", question)}
    assert caller.post("/api/v1/xero/webhook", content=question, headers=headers).status_code == 200


def test_webhook_of_the_sandbox_is_accepted(over, database, client, monkeypatch):
    sent(database, 100)
    over.drain()
    caller, taken = client(None), []

    def post(_: Any, events: list[Any], first: int, last: int) -> None:
        body = json.dumps({"events": events, "firstEventSequence": first, "lastEventSequence": last}).encode()
        headers = {"x-xero-signature": signature("hook key", body)}
        taken.append(caller.post("/api/v1/xero/webhook", content=body, headers=headers).status_code)

    monkeypatch.setattr(Sender, "post", post)
    sender = Sender(over.books, "", "hook key")
    while sender.send():
        pass
    assert taken == [200]


def test_connecting_accepts_a_state_once(over, database, client):
    caller = client(ANN)
    address = caller.post("/api/v1/xero/connect", json={"orgId": 4}).json()["data"]["address"]
    location = httpx.get(address).headers["location"]
    query = location.partition("?")[2]
    first = client(None).get(f"/api/v1/xero/callback?{query}")
    assert first.status_code == 302 and first.headers["location"].endswith("consent=connected")
    again = client(None).get(f"/api/v1/xero/callback?{query}")
    assert again.headers["location"].endswith("consent=refused")
    with database.read() as connection:
        row = connection.execute(sa.select(sync_tenant)).mappings().one()
    assert "Ann" in row["connected_by"] and tokens.decrypt(row["access_token"]) not in str(dict(row))


def test_expired_token_is_refreshed(over, database):
    first = tokens.access_token(1)
    over.books.connection.execute("UPDATE grants SET expires = 0 WHERE kind = 'access'")
    record = sent(database, 100)
    over.drain()
    assert over.row(record)["state"] == "inStep" and tokens.access_token(1) != first


def test_overview_list_and_proof(over, database, client, run_jobs):
    record = sent(database, 100)
    over.drain()
    caller = client(ANN)
    job = caller.post("/api/v1/xero/sync/proof").json()["data"]["id"]
    run_jobs()
    assert caller.get(f"/api/v1/jobs/{job}").json()["data"]["state"] == "done"
    data = caller.get("/api/v1/xero/sync").json()["data"]
    assert data["setUp"] and data["proof"]["difference"] == 0 and data["proof"]["documents"] == 1
    tenant = data["tenants"][0]
    assert tenant["name"] == "Oxford" and tenant["inStep"] == 1 and tenant["dayLeft"] > 0
    rows = caller.get("/api/v1/xero/sync/documents?page=1").json()["data"]
    assert [row["id"] for row in rows] == [record]
    assert client(actor("staff")).get("/api/v1/xero/sync").status_code == 403
    with database.read() as connection:
        connection.execute(sa.update(sync_document).values(state="failed", next_try=sa.func.now() + sa.text("'1 day'")))
    assert caller.post(f"/api/v1/invoice/{record}/sync/retry").json()["data"] == {"state": "waiting"}
    over.drain()
    assert over.row(record)["state"] == "inStep"


def test_payment_in_xero_of_an_invoice_cancelled_here(over, database):
    record = sent(database, 10_000)
    over.drain()
    pay_there(over, record, "10.00")
    with database.read() as connection:
        connection.execute(sa.update(invoice).where(invoice.c.id == record).values(status="cancelled"))
    over.poll()
    assert over.row(record)["state"] == "conflict"
    assert row_of(database, record)["paid"] == 0


def test_deleted_organisation_is_shown_only_while_it_has_books(over, database, client):
    def shown() -> list[str]:
        tenants = client(ANN).get("/api/v1/xero/sync").json()["data"]["tenants"]
        return [title for tenant in tenants for title in tenant["organisations"]]

    sent(database, 100)
    over.drain()
    with database.read() as connection:
        connection.execute(sa.insert(organisation).values(id=9, title="Closed", currency="GBP"))
        assert {"Oxford", "Closed"} <= set(shown())
        connection.execute(sa.update(organisation).where(organisation.c.id.in_([1, 9])).values(deleted=True))
    assert "Oxford" in shown() and "Closed" not in shown()
