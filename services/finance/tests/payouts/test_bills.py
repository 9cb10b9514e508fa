"""Bills of suppliers: each is entered once, and approved and paid by others (`docs/finance.md`, Payouts)."""

from __future__ import annotations

from finance.payouts.bills.model import bill as table_of_bills
from kit.database import Database
from services.finance.tests.payouts.builders import (
    ACCOUNTING,
    BASE,
    CLAIMANT,
    FINANCE,
    SECOND,
    TODAY,
    data_of,
    one,
)
from staffroom_testing.plugin import ClientFor


def test_bill_is_entered_once_and_approved_by_another(client: ClientFor, database: Database) -> None:
    office = client(ACCOUNTING)
    body = {
        "supplier": "Print Works",
        "reference": "PW-1",
        "orgId": 1,
        "currency": "GBP",
        "date": "2026-10-01",
        "net": 10_000,
        "VAT": 2_000,
    }
    bill = data_of(office.post(f"{BASE}/bills", json=body))["id"]
    for again in ({}, {"supplier": "PRINT WORKS", "reference": "pw-1"}, {"reference": "Pw-1"}):
        refused = office.post(f"{BASE}/bills", json=body | again)
        assert refused.status_code == 409, refused.text
        assert refused.json()["error"].startswith("This bill of this supplier")
    other = data_of(office.post(f"{BASE}/bills", json=body | {"reference": "PW-2"}))["id"]
    renamed = office.put(f"{BASE}/bills/{other}", json={"field": "reference", "newValue": "pw-1"})
    assert renamed.status_code == 409, renamed.text
    refused = office.post(f"{BASE}/bills/{bill}/approve")
    text = f"You entered this bill on {TODAY}, so somebody else approves it"
    assert (refused.status_code, refused.json()["error"]) == (409, text)
    data_of(client(FINANCE).post(f"{BASE}/bills/{bill}/approve"), 200)
    assert office.put(f"{BASE}/bills/{bill}", json={"field": "net", "newValue": 1}).status_code == 409
    refused = office.post(f"{BASE}/bills/{bill}/pay", json={"paidDate": "2026-10-30"})
    assert refused.json()["error"] == f"You entered this bill on {TODAY}, so somebody else marks it as paid"
    data_of(client(FINANCE).post(f"{BASE}/bills/{bill}/pay", json={"paidDate": "2026-10-30"}), 200)
    data = office.get(f"{BASE}/bills/{bill}").json()["data"]
    assert (data["total"], data["status"]) == (12_000, "paid")
    assert client(CLAIMANT).get(f"{BASE}/bills").status_code == 403


def test_bill_names_who_approved_and_who_paid(client: ClientFor, database: Database) -> None:
    office, second = client(ACCOUNTING), client(FINANCE)
    body = {
        "supplier": "Print Works",
        "reference": "PW-1",
        "orgId": 1,
        "currency": "GBP",
        "date": "2026-10-01",
        "net": 10_000,
        "VAT": 2_000,
    }
    bill = data_of(office.post(f"{BASE}/bills", json=body))["id"]
    path = f"{BASE}/bills/{bill}"
    data_of(second.post(f"{path}/approve"), 200)
    row = one(database, table_of_bills, bill)
    assert (row["approved_by_id"], row["approved_by_name"]) == (13, FINANCE.name)
    data_of(office.post(f"{path}/reopen"), 200)
    row = one(database, table_of_bills, bill)
    assert (row["status"], row["approved_by_id"], row["approved_by_name"]) == ("entered", None, "")
    data_of(second.post(f"{path}/approve"), 200)
    data_of(client(SECOND).post(f"{path}/pay", json={"paidDate": "2026-10-30"}), 200)
    data = data_of(office.get(path), 200)
    assert (data["paidDate"], data["approvedBy"], data["paidBy"]) == (
        "2026-10-30",
        FINANCE.name,
        SECOND.name,
    )
    assert one(database, table_of_bills, bill)["paid_by_id"] == 14
