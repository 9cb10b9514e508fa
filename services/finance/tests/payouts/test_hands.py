"""Segregation of duties: people who decided a payment neither approve it nor mark it as paid."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from kit.database import Database
from services.finance.tests.payouts.builders import (
    ACCOUNTING,
    BASE,
    CLAIMANT,
    FINANCE,
    SECOND,
    THIRD,
    TODAY,
    data_of,
    new_claim,
    tell,
    world,
)
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor

ADMIN = actor("staff", "sysAdmin", user_id=99, name="Sam Admin")
AS_ACCOUNTING = actor("staff", "accounting", user_id=12, real_user_id=99, name=ACCOUNTING.name)
AS_CLAIMANT = actor("staff", user_id=11, real_user_id=99, name=CLAIMANT.name)
PAID = {"paidDate": "2026-11-01"}
BILL = {
    "supplier": "Print Works",
    "reference": "PW-1",
    "orgId": 1,
    "currency": "GBP",
    "date": "2026-10-01",
    "net": 10_000,
    "VAT": 2_000,
}


def refused(answer: httpx.Response, text: str) -> None:
    assert (answer.status_code, answer.json()["error"]) == (409, text), answer.text


def put(client: httpx.Client, path: str, name: str, value: Any) -> None:
    data_of(client.put(f"{BASE}{path}", json={"field": name, "newValue": value}), 200)


def new_bill(client: ClientFor) -> str:
    return f"/bills/{data_of(client(ACCOUNTING).post(f'{BASE}/bills', json=BILL))['id']}"


@pytest.mark.parametrize(
    ("name", "value", "what"),
    [
        ("supplier", "Mine Ltd", "supplier"),
        ("reference", "PW-2", "reference"),
        ("orgId", 2, "organisation"),
        ("currency", "EUR", "currency"),
        ("net", 99_000, "net"),
        ("VAT", 1_000, "VAT"),
    ],
)
@pytest.mark.parametrize("who", [FINANCE, ADMIN], ids=lambda who: who.name)
def test_person_who_changes_the_amount_of_a_bill_counts_as_enterer(
    client: ClientFor, database: Database, who: Any, name: str, value: Any, what: str
) -> None:
    path = new_bill(client)
    put(client(who), path, name, value)
    text = f"You changed the {what} of this bill on {TODAY}, so somebody else approves it"
    refused(client(who).post(f"{BASE}{path}/approve"), text)
    assert "approve" not in [move["name"] for move in data_of(client(who).get(f"{BASE}{path}"), 200)["moves"]]
    data_of(client(SECOND).post(f"{BASE}{path}/approve"), 200)
    refused(client(who).post(f"{BASE}{path}/pay", json=PAID), text.replace("approves it", "marks it as paid"))
    data_of(client(SECOND).post(f"{BASE}{path}/pay", json=PAID), 200)


def test_person_who_edits_the_note_is_not_an_enterer(client: ClientFor, database: Database) -> None:
    path = new_bill(client)
    put(client(FINANCE), path, "note", "Seen")
    put(client(FINANCE), path, "dueDate", "2026-11-30")
    data_of(client(FINANCE).post(f"{BASE}{path}/approve"), 200)


def test_value_changed_back_keeps_its_author(client: ClientFor, database: Database) -> None:
    path = new_bill(client)
    put(client(FINANCE), path, "net", 12_000)
    put(client(FINANCE), path, "net", 10_000)
    assert client(FINANCE).post(f"{BASE}{path}/approve").status_code == 409


def test_several_changes_at_once_add_one_enterer(client: ClientFor, database: Database) -> None:
    path = new_bill(client)
    changes = [{"field": "net", "newValue": 20_000}, {"field": "VAT", "newValue": 4_000}]
    data_of(client(FINANCE).put(f"{BASE}{path}", json={"changes": changes}), 200)
    refused(
        client(FINANCE).post(f"{BASE}{path}/approve"),
        f"You changed the net and the VAT of this bill on {TODAY}, so somebody else approves it",
    )


def test_impersonating_person_is_the_enterer(client: ClientFor, database: Database) -> None:
    path = f"/bills/{data_of(client(AS_ACCOUNTING).post(f'{BASE}/bills', json=BILL))['id']}"
    for who in (ADMIN, ACCOUNTING, AS_ACCOUNTING, actor("staff", "finance", user_id=13, real_user_id=99)):
        assert client(who).post(f"{BASE}{path}/approve").status_code == 409, who
    data_of(client(FINANCE).post(f"{BASE}{path}/approve"), 200)


def test_withdrawn_or_undone_approval_does_not_bypass_the_check(client: ClientFor, database: Database) -> None:
    path = new_bill(client)
    data_of(client(FINANCE).post(f"{BASE}{path}/approve"), 200)
    data_of(client(ACCOUNTING).post(f"{BASE}{path}/reopen"), 200)
    put(client(ACCOUNTING), path, "net", 90_000)
    assert client(ACCOUNTING).post(f"{BASE}{path}/reopen/undo").status_code == 409, "it has changed since"
    assert client(ACCOUNTING).post(f"{BASE}{path}/approve").status_code == 409
    data_of(client(FINANCE).post(f"{BASE}{path}/approve"), 200)
    data_of(client(FINANCE).post(f"{BASE}{path}/approve/undo"), 200)
    assert client(ACCOUNTING).post(f"{BASE}{path}/approve").status_code == 409


def test_cancelled_bill_entered_again_has_its_new_enterer(client: ClientFor, database: Database) -> None:
    path = new_bill(client)
    data_of(client(ACCOUNTING).post(f"{BASE}{path}/cancel"), 200)
    again = data_of(client(FINANCE).post(f"{BASE}/bills", json=BILL | {"reference": "PW-1a"}))["id"]
    assert client(FINANCE).post(f"{BASE}/bills/{again}/approve").status_code == 409


def test_bills_of_a_selection_are_checked_one_by_one(client: ClientFor, database: Database) -> None:
    mine = new_bill(client)
    theirs = data_of(client(FINANCE).post(f"{BASE}/bills", json=BILL | {"reference": "PW-2"}))["id"]
    ids = [int(mine.rsplit("/", 1)[1]), theirs]
    answer = client(FINANCE).post(f"{BASE}/bills/moves/preview", json={"move": "approve", "ids": ids})
    assert f"You entered this bill on {TODAY}" in answer.text


def test_author_of_a_claim_for_another_does_not_approve_it(client: ClientFor, database: Database) -> None:
    claim = new_claim(client(AS_CLAIMANT))
    data_of(client(CLAIMANT).post(f"{BASE}/expenses/{claim}/submit"), 200)
    refused(
        client(ADMIN).post(f"{BASE}/expenses/{claim}/approve"),
        f"You changed the lines of this expense claim on {TODAY}, so somebody else approves it",
    )
    data_of(client(ACCOUNTING).post(f"{BASE}/expenses/{claim}/approve"), 200)
    assert client(ADMIN).post(f"{BASE}/expenses/{claim}/pay", json=PAID).status_code == 409
    data_of(client(ACCOUNTING).post(f"{BASE}/expenses/{claim}/pay", json=PAID), 200)


def test_author_of_a_recharge_does_not_agree_to_it(client: ClientFor, database: Database) -> None:
    body = {
        "type": "exams",
        "fromOrgId": 1,
        "toOrgId": 2,
        "date": "2026-10-01",
        "description": "Entries",
        "currency": "GBP",
        "amount": 5_000,
    }
    path = f"/recharges/{data_of(client(FINANCE).post(f'{BASE}/recharges', json=body))['id']}"
    put(client(SECOND), path, "amount", 9_000)
    refused(
        client(SECOND).post(f"{BASE}{path}/agree"),
        f"You changed the amount of this recharge on {TODAY}, so somebody else agrees to it",
    )
    data_of(client(THIRD).post(f"{BASE}{path}/agree"), 200)


def prepared(client: ClientFor) -> str:
    body = {"orgId": 1, "month": "2026-10"}
    return f"{BASE}/tutorpayments/{data_of(client(FINANCE).post(f'{BASE}/tutorpayments', json=body))['id']}"


def test_author_of_a_rate_does_not_check_approve_or_pay_its_run(
    client: ClientFor, database: Database, deliver: Any
) -> None:
    world(client, deliver)
    rate = {"tutorId": 4, "currency": "GBP", "starts": "2026-10-01", "hourly": 4_800}
    data_of(client(SECOND).post(f"{BASE}/tutorpayments/rates", json=rate))
    tell(deliver, 2)
    path = prepared(client)
    text = f"You set the rate of Ada Lovelace on {TODAY}, so somebody else approves it"
    refused(client(SECOND).post(f"{path}/check"), text)
    data_of(client(THIRD).post(f"{path}/check"), 200)
    refused(client(SECOND).post(f"{path}/approve"), text)
    data_of(client(ADMIN).post(f"{path}/approve"), 200)
    assert client(SECOND).post(f"{path}/pay", json=PAID).status_code == 409
    data_of(client(THIRD).post(f"{path}/pay", json=PAID), 200)


def test_rate_changed_back_or_deleted_keeps_its_authors(client: ClientFor, database: Database, deliver: Any) -> None:
    world(client, deliver)
    rates = data_of(client(FINANCE).get(f"{BASE}/tutorpayments/rates", params={"page": "1", "sort": "starts"}), 200)
    tell(deliver, 1)
    rate = next(row["id"] for row in rates if row["hourly"] == 3_000)
    put(client(SECOND), f"/tutorpayments/rates/{rate}", "hourly", 9_000)
    put(client(SECOND), f"/tutorpayments/rates/{rate}", "hourly", 3_000)
    other = {"tutorId": 4, "currency": "GBP", "starts": "2026-10-01", "hourly": 1}
    lower = data_of(client(THIRD).post(f"{BASE}/tutorpayments/rates", json=other))["id"]
    data_of(client(THIRD).delete(f"{BASE}/tutorpayments/rates/{lower}"), 200)
    path = prepared(client)
    for who in (SECOND, THIRD):
        assert client(who).post(f"{path}/check").status_code == 409


def test_author_of_bank_details_does_not_release_a_run_to_them(
    client: ClientFor, database: Database, deliver: Any
) -> None:
    world(client, deliver)
    tell(deliver, 1)
    both = actor("staff", "accounting", "finance", user_id=16, name="Bea Both")
    account = {"tutorId": 4, "currency": "GBP", "holder": "Ada", "sortCode": "000000", "accountNumber": "12345678"}
    data_of(client(both).post(f"{BASE}/tutorpayments/accounts", json=account))
    path = prepared(client)
    text = f"You entered the bank details of Ada Lovelace on {TODAY}, so somebody else approves it"
    refused(client(both).post(f"{path}/check"), text)
    data_of(client(SECOND).post(f"{path}/check"), 200)
    # also after the run was prepared
    data_of(client(ADMIN).post(f"{BASE}/tutorpayments/accounts", json=account | {"accountNumber": "12345679"}))
    refused(client(ADMIN).post(f"{path}/approve"), text)
    data_of(client(THIRD).post(f"{path}/approve"), 200)
    assert client(ADMIN).post(f"{path}/pay", json=PAID).status_code == 409
    data_of(client(SECOND).post(f"{path}/pay", json=PAID), 200)


def test_one_person_cannot_approve_twice_by_impersonation(client: ClientFor, database: Database, deliver: Any) -> None:
    world(client, deliver)
    tell(deliver, 1)
    path = prepared(client)
    data_of(client(actor("staff", "finance", user_id=14, real_user_id=99, name=SECOND.name)).post(f"{path}/check"), 200)
    refused(client(ADMIN).post(f"{path}/approve"), "A pay run needs two approvers: you have already checked it")
    data_of(client(THIRD).post(f"{path}/return"), 200)
    data_of(client(SECOND).post(f"{path}/check"), 200)
    data_of(client(ADMIN).post(f"{path}/approve"), 200)


@pytest.mark.parametrize(
    ("values", "field", "text"),
    [
        ({"VAT": 2_001}, "VAT", "The VAT is at most £20.00: 20% of the net amount"),
        ({"orgId": 3, "VAT": 2_301}, "VAT", "The VAT is at most £23.00: 23% of the net amount"),
        ({"date": "1901-10-01"}, "date", "Please enter a date from "),
        ({"date": "2036-10-01"}, "date", "Please enter a date from "),
        ({"dueDate": "2029-10-02"}, "dueDate", "Due date: please enter a date at most two years after"),
    ],
)
def test_bill_with_implausible_amounts_is_refused(
    client: ClientFor, database: Database, values: Any, field: str, text: str
) -> None:
    office = client(ACCOUNTING)
    answer = office.post(f"{BASE}/bills", json=BILL | values)
    assert (answer.status_code, list(answer.json()["fields"])) == (422, [field]), answer.text
    assert answer.json()["fields"][field].startswith(text)
    data_of(office.post(f"{BASE}/bills", json=BILL | {"orgId": 3, "VAT": 2_300, "dueDate": "2027-09-30"}))
    path = new_bill_of(office)
    for name, value in values.items():
        answer = office.put(f"{BASE}{path}", json={"field": name, "newValue": value})
        assert (answer.status_code == 422) is (name == field), answer.text


def new_bill_of(office: httpx.Client) -> str:
    return f"/bills/{data_of(office.post(f'{BASE}/bills', json=BILL | {'reference': 'PW-9'}))['id']}"
