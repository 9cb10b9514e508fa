"""Pay runs of tutors: their lines, approvers and files (`docs/finance.md`, Payouts)."""

from __future__ import annotations

import datetime as dt
from typing import Any

from finance.payouts.tutors.model import pay_run
from finance.payouts.tutors.workflow import no_bank_details
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
    one,
    tell,
    world,
)
from staffroom_testing.plugin import ClientFor


def test_pay_run_holds_approved_hours_at_their_rate(client: ClientFor, database: Database, deliver: Any) -> None:
    world(client, deliver)
    tell(deliver, 1)
    tell(deliver, 2, 50, courseId=8)
    tell(deliver, 3, present="plannedAbsence")
    tell(deliver, 4, status="submitted")
    tell(deliver, 5, present="unplannedAbsence")
    tell(deliver, 6, tutorId=5)
    office = client(FINANCE)
    assert office.get(f"{BASE}/tutorpayments/slips", params={"withoutRate": "true"}).json()["data"][0]["id"] == 6
    run = data_of(office.post(f"{BASE}/tutorpayments", json={"orgId": 1, "month": "2026-10"}))
    assert (run["lines"], run["total"], run["withoutRate"]) == (3, 3_000 + 3_333 + 3_000, 1)
    lines = office.get(f"{BASE}/tutorpayments/lines", params={"runId": str(run["id"]), "page": "1"}).json()["data"]
    assert {(line["slipId"], line["courseId"], line["amount"]) for line in lines} == {
        (1, 7, 3_000),
        (2, 8, 3_333),
        (5, 7, 3_000),
    }
    assert office.post(f"{BASE}/tutorpayments", json={"orgId": 1, "month": "2026-10"}).status_code == 409
    tell(deliver, 1, status="returned")  # leaves the draft, and enters the next run
    assert office.get(f"{BASE}/tutorpayments/{run['id']}").json()["data"]["total"] == 6_333
    data_of(office.delete(f"{BASE}/tutorpayments/{run['id']}"), 200)
    assert data_of(office.post(f"{BASE}/tutorpayments", json={"orgId": 1, "month": "2026-10"}))["lines"] == 2


def test_hours_of_a_slip_wait_for_pay_while_it_is_approved(client: ClientFor, deliver: Any) -> None:
    world(client, deliver)

    def waiting() -> list[tuple[int, int, int]]:
        rows = client(FINANCE).get(f"{BASE}/tutorpayments/slips", params={"page": "1"}).json()["data"]
        return [(row["id"], row["minutes"], row["hourly"]) for row in rows]

    tell(deliver, 1, 90, status="checked")
    assert waiting() == []
    tell(deliver, 1, 90)
    assert waiting() == [(1, 90, 3_000)]
    tell(deliver, 1, 90, status="checked")  # the approval was undone
    assert waiting() == []


def test_run_needs_two_approvers_who_did_not_prepare_it(client: ClientFor, database: Database, deliver: Any) -> None:
    world(client, deliver)
    tell(deliver, 1, 90)
    preparer, first, second = client(FINANCE), client(SECOND), client(THIRD)
    run = data_of(preparer.post(f"{BASE}/tutorpayments", json={"orgId": 1, "month": "2026-11"}))["id"]
    path = f"{BASE}/tutorpayments/{run}"
    assert preparer.post(f"{path}/check").status_code == 409
    data_of(first.post(f"{path}/check"), 200)
    assert "two approvers" in first.post(f"{path}/approve").json()["error"]
    assert preparer.post(f"{path}/approve").status_code == 409
    assert first.get(f"{path}/csv").status_code == 409
    data_of(second.post(f"{path}/approve"), 200)
    tell(deliver, 1, status="returned")  # approved runs stay
    answer = preparer.get(f"{path}/csv")
    assert answer.headers["content-type"].startswith("text/csv")
    assert answer.text.splitlines() == [
        "Account holder,Sort code,Account number,IBAN,BIC,Amount,Currency,Reference,Tutor id,Name,Hours,Tutorials,"
        "Paid at",
        f"No bank details,,,,,45.00,GBP,PAY-{run}-4,4,Ada Lovelace,1.50,1,1 × £30.00 an hour",
    ]
    assert preparer.post(f"{path}/pay", json={"paidDate": "2026-11-20"}).status_code == 409
    data_of(first.post(f"{path}/pay", json={"paidDate": "2026-11-20"}), 200)
    assert preparer.delete(path).status_code == 409
    for who in (ACCOUNTING, CLAIMANT):
        assert client(who).get(f"{BASE}/tutorpayments").status_code == 403


def test_pay_run_names_its_approvers_until_it_goes_back(client: ClientFor, database: Database, deliver: Any) -> None:
    world(client, deliver)
    tell(deliver, 1)
    preparer, first, second = client(FINANCE), client(SECOND), client(THIRD)
    run = data_of(preparer.post(f"{BASE}/tutorpayments", json={"orgId": 1, "month": "2026-10"}))["id"]
    path = f"{BASE}/tutorpayments/{run}"
    columns = ("checked_by_id", "checked_by_name", "approved_by_id", "approved_by_name")

    def approvers() -> tuple[Any, ...]:
        row = one(database, pay_run, run)
        return tuple(row[name] for name in columns)

    data_of(first.post(f"{path}/check"), 200)
    assert approvers() == (14, SECOND.name, None, "")
    data_of(second.post(f"{path}/approve"), 200)
    assert approvers() == (14, SECOND.name, 15, THIRD.name)
    assert one(database, pay_run, run)["accounts"] is not None
    data_of(preparer.post(f"{path}/return"), 200)
    assert approvers() == (None, "", None, "")
    assert one(database, pay_run, run)["accounts"] is None
    data_of(second.post(f"{path}/check"), 200)
    data_of(first.post(f"{path}/approve"), 200)
    data_of(first.post(f"{path}/pay", json={"paidDate": "2026-11-20"}), 200)
    row = one(database, pay_run, run)
    assert (row["paid_date"], row["paid_by_id"], row["paid_by_name"]) == (dt.date(2026, 11, 20), 14, SECOND.name)


def test_first_ten_without_bank_details_are_named() -> None:
    names = [f"Tutor {number}" for number in range(12)]
    assert no_bank_details(names[:10]).startswith(f"No bank details: {', '.join(names[:10])}. Enter them before")
    assert f"{', '.join(names[:10])} and 2 more. " in no_bank_details(names)


def test_pay_run_without_lines_is_not_approved(client: ClientFor, database: Database, deliver: Any) -> None:
    world(client, deliver)
    tell(deliver, 1)
    run = data_of(client(FINANCE).post(f"{BASE}/tutorpayments", json={"orgId": 1, "month": "2026-10"}))["id"]
    refused = client(FINANCE).post(f"{BASE}/tutorpayments/{run}/check")
    text = f"You prepared this pay run on {TODAY}, so somebody else approves it"
    assert (refused.status_code, refused.json()["error"]) == (409, text)
    tell(deliver, 1, status="returned")
    refused = client(SECOND).post(f"{BASE}/tutorpayments/{run}/check")
    assert (refused.status_code, refused.json()["error"]) == (409, "There is nothing to pay in this run")


def test_name_is_never_a_formula(client: ClientFor, database: Database, deliver: Any) -> None:
    world(client, deliver)
    body = {"tutorId": 5, "currency": "GBP", "starts": "2026-09-01", "hourly": 6_000}
    data_of(client(FINANCE).post(f"{BASE}/tutorpayments/rates", json=body))
    tell(deliver, 1, 60, tutorId=5)
    run = data_of(client(FINANCE).post(f"{BASE}/tutorpayments", json={"orgId": 1, "month": "2026-10"}))["id"]
    for who, move in ((SECOND, "check"), (THIRD, "approve")):
        data_of(client(who).post(f"{BASE}/tutorpayments/{run}/{move}"), 200)
    assert "'=Babbage" in client(FINANCE).get(f"{BASE}/tutorpayments/{run}/csv").text
