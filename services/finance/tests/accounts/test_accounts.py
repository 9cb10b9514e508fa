"""The chart of accounts, maintained by accounting (`money.md 2`, `7`)."""

from __future__ import annotations

from typing import Any

import pytest

from finance.accounts import rules
from kit.database import Database
from services.finance.tests.builders import make_accounts, make_copies, make_invoice, make_item, row_of
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor

OFFICE, KEEPER = actor("staff"), actor("staff", "accounting")
ACCOUNTS, SUBS = "/api/v1/xero/org/accounts", "/api/v1/xero/org/sub-accounts"


@pytest.fixture(autouse=True)
def chart(database: Database) -> None:
    make_copies(database)
    make_accounts(database)


def put(client: ClientFor, path: str, field: str, value: Any, who: Any = KEEPER) -> Any:
    return client(who).put(path, json={"field": field, "newValue": value})


def test_accounting_edits_the_chart_and_staff_reads_it(client: ClientFor) -> None:
    body = {"orgId": 1, "code": "480", "name": "Deposits"}
    assert client(OFFICE).post(ACCOUNTS, json=body).status_code == 403
    account_id = client(KEEPER).post(ACCOUNTS, json=body).json()["data"]["id"]
    assert put(client, f"{ACCOUNTS}/{account_id}", "name", "Deposits held").status_code == 200
    assert put(client, f"{ACCOUNTS}/{account_id}", "name", "Mine", OFFICE).status_code == 403
    assert put(client, f"{ACCOUNTS}/{account_id}", "orgId", 3).json()["error"] == rules.STAYS
    rows = client(OFFICE).get("/api/v1/xero/org/4/accounts").json()["data"]
    assert [(row["code"], row["name"]) for row in rows] == [("472", "Account 472"), ("480", "Deposits held")]
    again = client(KEEPER).post(ACCOUNTS, json=body)
    assert (again.status_code, again.json()["error"]) == (409, "This code already exists in the chart")
    assert put(client, f"{ACCOUNTS}/{account_id}", "code", "472").status_code == 409
    assert client(KEEPER).delete(f"{ACCOUNTS}/{account_id}").status_code == 200


def test_account_of_cambridge_belongs_to_oxfords_chart(client: ClientFor, database: Database) -> None:
    body = {"orgId": 99, "code": "480", "name": "Deposits"}
    assert client(KEEPER).post(ACCOUNTS, json=body).json()["fields"] == {"orgId": rules.NO_ORGANISATION}
    assert rules.chart_of(4) == rules.chart_of(5) == rules.chart_of(1) == 1
    assert rules.chart_of(2) == 2


def test_sub_account_keeps_its_vat_rate(client: ClientFor) -> None:
    body = {"accountId": 472, "code": "B4", "name": "Board fee, IB", "VATRate": 500}
    sub_id = client(KEEPER).post(SUBS, json=body).json()["data"]["id"]
    assert client(OFFICE).post(SUBS, json=body).status_code == 403
    assert client(KEEPER).post(SUBS, json=body).json()["error"] == "This code exists already for the account"
    assert client(KEEPER).post(SUBS, json=body | {"code": "B5", "accountId": 999}).status_code == 422
    for wrong in (None, -1, 10_001):
        assert put(client, f"{SUBS}/{sub_id}", "VATRate", wrong).status_code == 422
    assert put(client, f"{SUBS}/{sub_id}", "VATRate", 0).status_code == 200
    assert put(client, f"{SUBS}/{sub_id}", "accountId", 300).json()["error"] == rules.SUB_STAYS
    assert client(KEEPER).delete(f"{SUBS}/{sub_id}").status_code == 200


def test_changed_rate_does_not_change_existing_lines(client: ClientFor, database: Database) -> None:
    invoice_id = make_invoice(database)
    line = {
        "metaType": "standalone",
        "type": "exams",
        "accountId": 472,
        "subAccountId": 1,
        "amount": 10_000,
        "discountType": "none",
        "description": "<p>Fee</p>",
    }
    client(OFFICE).post(f"/api/v1/invoice/{invoice_id}/item", json=line)
    assert put(client, f"{SUBS}/1", "VATRate", 1_000).status_code == 200
    assert row_of(database, invoice_id)["total"] == 12_000
    client(OFFICE).post(f"/api/v1/invoice/{invoice_id}/item", json=line)
    assert row_of(database, invoice_id)["total"] == 12_000 + 11_000


def test_accounts_in_use_cannot_be_deleted(client: ClientFor, database: Database) -> None:
    make_item(database, make_invoice(database), 100, account_id=300)
    make_item(database, make_invoice(database), 100, account_id=472, sub_account_id=1)
    for path in (f"{ACCOUNTS}/300", f"{ACCOUNTS}/472", f"{SUBS}/1"):
        answer = client(KEEPER).delete(path)
        assert (answer.status_code, answer.json()["code"]) == (409, "in_use")


def test_columns_of_the_screen_depend_on_the_callers_rights(client: ClientFor) -> None:
    for path in (ACCOUNTS, SUBS):
        mine = client(KEEPER).get(f"{path}/columns").json()["data"]
        assert mine["may"] == {"add": True, "edit": True, "delete": True, "export": True}
        assert [option["label"] for option in mine["tabs"][0]["options"]] == ["Oxford", "Portugal", "All"]
        others = client(OFFICE).get(f"{path}/columns").json()["data"]
        assert others["may"] == {"add": False, "edit": False, "delete": False, "export": True}


@pytest.mark.parametrize(
    ("net", "rate", "vat"), [(10_000, 2000, 2_000), (12, 2000, 2), (13, 2000, 3), (25, 1000, 3), (-25, 1000, -3)]
)
def test_vat_rounds_as_in_the_database(database: Database, net: int, rate: int, vat: int) -> None:
    assert rules.vat_on(net, rate) == vat
    invoice_id = make_invoice(database)
    make_item(database, invoice_id, net, vat_rate=rate)
    assert row_of(database, invoice_id)["vat"] == vat


@pytest.mark.parametrize("treatment", ["exempt", "zeroRated", "outside"])
def test_zero_rate_needs_its_treatment(client: ClientFor, database: Database, treatment: str) -> None:
    body = {"accountId": 472, "code": "T0", "name": "Tuition", "VATRate": 0, "VATTreatment": treatment}
    sub_id = client(KEEPER).post(SUBS, json=body).json()["data"]["id"]
    invoice_id = make_invoice(database)
    line = {
        "metaType": "standalone",
        "type": "other",
        "accountId": 472,
        "subAccountId": sub_id,
        "amount": 500,
        "discountType": "none",
        "description": "<p>x</p>",
    }
    assert client(OFFICE).post(f"/api/v1/invoice/{invoice_id}/item", json=line).status_code == 201
    (item,) = client(OFFICE).get(f"/api/v1/invoice/{invoice_id}").json()["data"]["items"]
    assert (item["VATTreatment"], item["VAT"]) == (treatment, 0)
    assert put(client, f"{SUBS}/{sub_id}", "VATTreatment", "zeroRated").status_code == 200  # existing lines keep theirs
    (item,) = client(OFFICE).get(f"/api/v1/invoice/{invoice_id}").json()["data"]["items"]
    assert item["VATTreatment"] == treatment
    assert put(client, f"/api/v1/invoice/item/{item['id']}", "VATTreatment", "exempt").status_code == 409
