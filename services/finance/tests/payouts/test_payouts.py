"""Claims, bills, pay runs and recharges: rights and sums (`docs/finance.md`, Payouts)."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from finance.payouts.bills.model import bill as table_of_bills
from finance.payouts.bills.workflow import BILL_STATES
from finance.payouts.expenses.model import expense_claim
from finance.payouts.expenses.workflow import CLAIMS
from finance.payouts.tutors.model import pay_run
from finance.payouts.tutors.workflow import PAY_RUNS, no_bank_details
from kit.database import Database
from kit.events import Event
from kit.values.days import today
from kit.workflow import Workflow
from staffroom.identity.events.v1.events_pb2 import OrganisationChanged
from staffroom.people.events.v1.events_pb2 import CourseChanged, PersonChanged
from staffroom.teaching.events.v1.events_pb2 import SlipChanged
from staffroom_testing import actor, peers
from staffroom_testing.plugin import ClientFor

CLAIMANT = actor("staff", user_id=11)
ACCOUNTING = actor("staff", "accounting", user_id=12, name="Ann Accounts")
FINANCE = actor("staff", "finance", user_id=13, name="Fay Finance")
SECOND = actor("staff", "finance", user_id=14, name="Sue Second")
THIRD = actor("staff", "finance", user_id=15, name="Tim Third")
BASE = "/api/v1"
TODAY = f"{today():%d/%m/%y}"


def data_of(answer: httpx.Response, status: int = 201) -> dict[str, Any]:
    assert answer.status_code == status, answer.text
    data: dict[str, Any] = answer.json()["data"]
    return data


def one(database: Database, table: sa.Table, record: int) -> dict[str, Any]:
    with database.read() as connection:
        return dict(connection.execute(sa.select(table).where(table.c.id == record)).mappings().one())


def new_claim(client: httpx.Client, **line: Any) -> int:
    body = {"title": "October", "orgId": 1, "currency": "GBP"}
    claim = int(data_of(client.post(f"{BASE}/expenses", json=body))["id"])
    values = {
        "date": "2026-10-01",
        "category": "travel",
        "description": "Train",
        "amount": 6_480,
        "receipts": [5],
    } | line
    with peers.answering("files"):
        data_of(client.post(f"{BASE}/expenses/{claim}/line", json={"VAT": 0, **values}))
    return claim


def test_claim_from_draft_to_paid(client: ClientFor, database: Database) -> None:
    mine, office = client(CLAIMANT), client(ACCOUNTING)
    claim = new_claim(mine)
    data_of(mine.post(f"{BASE}/expenses/{claim}/submit"), 200)
    assert office.get(f"{BASE}/expenses/{claim}").json()["data"]["total"] == 6_480
    assert mine.put(f"{BASE}/expenses/{claim}", json={"field": "title", "newValue": "x"}).status_code == 409
    line = office.get(f"{BASE}/expenses/{claim}").json()["data"]["lines"][0]["id"]
    assert mine.delete(f"{BASE}/expenses/line/{line}").status_code == 409
    assert office.delete(f"{BASE}/expenses/line/{line}").status_code == 404  # accounts only read; the claimant writes
    data_of(office.post(f"{BASE}/expenses/{claim}/return", json={"reason": "Which train?"}), 200)
    data_of(mine.put(f"{BASE}/expenses/line/{line}", json={"field": "description", "newValue": "Train to Ely"}), 200)
    data_of(mine.post(f"{BASE}/expenses/{claim}/submit"), 200)
    data_of(office.post(f"{BASE}/expenses/{claim}/approve"), 200)
    data_of(office.post(f"{BASE}/expenses/{claim}/pay", json={"paidDate": "2026-11-01"}), 200)
    data = mine.get(f"{BASE}/expenses/{claim}").json()["data"]
    assert (data["status"], data["paidDate"], data["moves"]) == ("paid", "2026-11-01", [])


def test_claim_names_its_steps(client: ClientFor, database: Database) -> None:
    mine, office = client(CLAIMANT), client(ACCOUNTING)
    claim = new_claim(mine)
    path = f"{BASE}/expenses/{claim}"

    def steps() -> tuple[bool, str, str | None]:
        data = data_of(mine.get(path), 200)
        return data["submitted"] is not None, data["returnReason"], data["approvedBy"]

    assert steps() == (False, "", None)
    data_of(mine.post(f"{path}/submit"), 200)
    data_of(mine.post(f"{path}/withdraw"), 200)
    data_of(mine.post(f"{path}/submit"), 200)
    data_of(office.post(f"{path}/approve"), 200)
    assert steps() == (True, "", ACCOUNTING.name)
    assert mine.post(f"{path}/withdraw").status_code == 409
    data_of(office.post(f"{path}/return", json={"reason": "Which train?"}), 200)
    assert steps() == (True, "Which train?", None)
    data_of(mine.post(f"{path}/submit"), 200)
    assert steps() == (True, "", None)
    data_of(office.post(f"{path}/approve"), 200)
    data_of(client(FINANCE).post(f"{path}/pay", json={"paidDate": "2026-11-01"}), 200)
    row = one(database, expense_claim, claim)
    assert (row["approved_by_id"], row["paid_by_id"], row["paid_by_name"]) == (12, 13, FINANCE.name)


def test_nobody_approves_their_own_claim(client: ClientFor, database: Database) -> None:
    office = client(ACCOUNTING)
    claim = new_claim(office)
    data_of(office.post(f"{BASE}/expenses/{claim}/submit"), 200)
    refused = office.post(f"{BASE}/expenses/{claim}/approve")
    assert (refused.status_code, refused.json()["error"]) == (409, "Nobody approves or pays their own claim")
    behind = client(
        actor("staff", "sysAdmin", user_id=99, real_user_id=12)
    )  # the claimant, impersonating somebody else
    assert behind.post(f"{BASE}/expenses/{claim}/approve").status_code == 409
    assert "approve" not in [move["name"] for move in office.get(f"{BASE}/expenses/{claim}").json()["data"]["moves"]]
    data_of(client(FINANCE).post(f"{BASE}/expenses/{claim}/approve"), 200)
    for move, body in (("return", {"reason": "Mine"}), ("pay", {"paidDate": "2026-11-01"})):
        refused = office.post(f"{BASE}/expenses/{claim}/{move}", json=body)
        assert (refused.status_code, refused.json()["error"]) == (409, "Nobody approves or pays their own claim")
    data_of(client(FINANCE).post(f"{BASE}/expenses/{claim}/pay", json={"paidDate": "2026-11-01"}), 200)


def test_claim_needs_lines_and_receipts(client: ClientFor, database: Database) -> None:
    mine = client(CLAIMANT)
    empty = data_of(mine.post(f"{BASE}/expenses", json={"title": "x", "orgId": 1, "currency": "GBP"}))["id"]
    assert "first" in mine.post(f"{BASE}/expenses/{empty}/submit").json()["error"]
    assert "receipt" in mine.post(f"{BASE}/expenses/{new_claim(mine, receipts=[])}/submit").json()["error"]
    data_of(mine.post(f"{BASE}/expenses/{new_claim(mine, receipts=[], category='mileage')}/submit"), 200)
    wrong = {"date": "2026-10-01", "category": "travel", "description": "x", "amount": 100, "VAT": 101}
    assert mine.post(f"{BASE}/expenses/{empty}/line", json=wrong).status_code == 422


def test_claims_are_visible_to_claimant_and_office(client: ClientFor, database: Database) -> None:
    claim = new_claim(client(CLAIMANT))
    other = client(actor("staff", user_id=77))
    assert other.get(f"{BASE}/expenses/{claim}").status_code == 404
    assert other.get(f"{BASE}/expenses").json()["data"] == []
    line = {"date": "2026-10-01", "category": "travel", "description": "x", "amount": 100, "VAT": 0}
    assert other.post(f"{BASE}/expenses/{claim}/line", json=line).status_code == 404
    assert client(ACCOUNTING).post(f"{BASE}/expenses/{claim}/line", json=line).status_code == 403
    assert len(client(ACCOUNTING).get(f"{BASE}/expenses").json()["data"]) == 1


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


def tell(deliver: Any, number: int, minutes: int = 60, **values: Any) -> None:
    start = dt.datetime(2026, 10, number, 9, tzinfo=dt.UTC)
    payload = {
        "id": number,
        "slipType": "default",
        "status": "approved",
        "courseId": 7,
        "studentId": 2,
        "tutorId": 4,
        "organisationId": 1,
        "present": "present",
        "tutorialStart": start,
        "tutorialEnd": start + dt.timedelta(minutes=minutes),
    } | values
    deliver(Event.of(SlipChanged), number, payload)


def world(client: ClientFor, deliver: Any) -> None:
    """Pay tutor 4 30.00 an hour, 40.00 on course 8; tutor 5 has no rate."""
    deliver(Event.of(OrganisationChanged), 1, {"id": 1, "title": "Oxford", "currency": "GBP"})
    for number, last in ((4, "Lovelace"), (5, "=Babbage")):
        deliver(
            Event.of(PersonChanged),
            number,
            {"id": number, "kind": "tutor", "firstName": "" if number == 5 else "Ada", "lastName": last},
        )
    for number in (7, 8):
        deliver(
            Event.of(CourseChanged),
            number,
            {"id": number, "board": "AQA", "level": "A-level", "subject": f"Physics {number}"},
        )
    for course, hourly, starts in ((None, 2_000, "2025-09-01"), (None, 3_000, "2026-09-01"), (8, 4_000, "2026-09-01")):
        body = {"tutorId": 4, "courseId": course, "currency": "GBP", "starts": starts, "hourly": hourly}
        data_of(client(FINANCE).post(f"{BASE}/tutorpayments/rates", json=body))


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


@pytest.mark.parametrize("workflow", [CLAIMS, BILL_STATES, PAY_RUNS], ids=lambda workflow: workflow.name)
def test_tables_in_the_docs_match(workflow: Workflow) -> None:
    docs = (Path(__file__).parents[4] / "docs" / "finance.md").read_text()
    assert workflow.table_text() in docs, f"docs/finance.md: print the table of {workflow.name} again"


@pytest.mark.parametrize(
    ("path", "states"),
    [
        (
            "expenses",
            [
                ("draft", "Draft", "grey"),
                ("submitted", "Submitted", "blue"),
                ("returned", "Returned", "orange"),
                ("approved", "Approved", "green"),
                ("paid", "Paid", "green"),
            ],
        ),
        (
            "bills",
            [
                ("entered", "Entered", "blue"),
                ("approved", "Approved", "green"),
                ("paid", "Paid", "green"),
                ("cancelled", "Cancelled", "red"),
            ],
        ),
        (
            "tutorpayments",
            [
                ("draft", "Draft", "grey"),
                ("checked", "Checked", "blue"),
                ("approved", "Approved", "green"),
                ("paid", "Paid", "green"),
            ],
        ),
        ("recharges", [("draft", "Draft", "grey"), ("agreed", "Agreed", "blue"), ("settled", "Settled", "green")]),
    ],
)
def test_names_and_colours_of_states(client: ClientFor, path: str, states: list[tuple[str, ...]]) -> None:
    columns = data_of(client(FINANCE).get(f"{BASE}/{path}/columns"), 200)["columns"]
    (status,) = (column for column in columns if column["name"] == "status")
    assert [(option["value"], option["label"], option["color"]) for option in status["options"]] == states


@pytest.mark.parametrize(
    ("workflow", "state", "asked"),
    [
        (CLAIMS, "submitted", {"approve": [], "return": ["Reason"]}),
        (CLAIMS, "approved", {"return": ["Reason"], "pay": ["Paid on"]}),
        (BILL_STATES, "entered", {"approve": [], "cancel": []}),
        (BILL_STATES, "approved", {"pay": ["Paid on"], "reopen": [], "cancel": []}),
        (PAY_RUNS, "draft", {"check": []}),
        (PAY_RUNS, "checked", {"approve": [], "return": []}),
        (PAY_RUNS, "approved", {"return": [], "pay": ["Paid on"]}),
    ],
    ids=lambda value: value.name if isinstance(value, Workflow) else None,
)
def test_moves_ask_for_required_values(workflow: Workflow, state: str, asked: dict[str, list[str]]) -> None:
    nobody = {"user_id": None, "entered_by_id": None, "prepared_by_id": None, "checked_by_id": None, "hands": {}}
    row = {"id": 1, "status": state, "lines": 1, **nobody}
    shown = {
        "tutors": [],
        "title": "",
        "reference": "",
        "supplier": "",
        "organisation": "",
        "user": {"name": ""},
        "total": 100,
        "currency": "GBP",
        "month": "2026-10-01",
    }
    offered = workflow.offered(FINANCE, row, row | shown)
    assert {move["name"]: [need["title"] for need in move["needs"]] for move in offered} == asked


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


def test_recharge_is_between_two_organisations_and_agreed_by_another_person(
    client: ClientFor, database: Database
) -> None:
    office = client(FINANCE)
    body = {
        "type": "exams",
        "fromOrgId": 1,
        "toOrgId": 1,
        "date": "2026-10-01",
        "description": "Entries",
        "currency": "GBP",
        "amount": 5_000,
    }
    assert office.post(f"{BASE}/recharges", json=body).json()["error"] == "An organisation recharges to another one"
    recharge = data_of(office.post(f"{BASE}/recharges", json=body | {"toOrgId": 2}))["id"]
    assert office.post(f"{BASE}/recharges/{recharge}/agree").status_code == 409
    data_of(client(SECOND).post(f"{BASE}/recharges/{recharge}/agree"), 200)
    assert office.delete(f"{BASE}/recharges/{recharge}").status_code == 409
    assert office.post(f"{BASE}/recharges/{recharge}/settle", json={"settledDate": "2026-11-01"}).status_code == 409
    data_of(client(SECOND).post(f"{BASE}/recharges/{recharge}/settle", json={"settledDate": "2026-11-01"}), 200)
    rows = office.get(f"{BASE}/recharges", params={"type": "exams"}).json()["data"]
    assert [row["status"] for row in rows] == ["settled"]
