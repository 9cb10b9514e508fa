"""Approved hours of invigilators are paid once, at the rate of the day (`docs/finance.md`, Payouts)."""

from __future__ import annotations

import csv
import io
from typing import Any

import httpx
import pytest

from finance.payouts.invigilators.model import duty_hours
from kit.database import Database
from kit.events import Event
from services.finance.tests.payouts.builders import BASE, FINANCE, SECOND, THIRD, data_of, one
from staffroom.identity.events.v1.events_pb2 import OrganisationChanged
from staffroom.people.events.v1.events_pb2 import InvigilationHours, PersonChanged
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor

PAY = f"{BASE}/invigilationpay"
RUNS = f"{BASE}/tutorpayments"
RUTH = actor("invigilator", user_id=61, name="Ruth Amsel", persons={"invigilator": 6})
OTHER = actor("invigilator", user_id=71, name="Otto Reis", persons={"invigilator": 7})


@pytest.fixture(autouse=True)
def world(client: ClientFor, deliver: Any) -> None:
    """Invigilators 6, Ruth, and 7, Otto; an hour is 12.00, for a lead 15.00, for Ruth 14.00 from May on."""
    deliver(Event.of(OrganisationChanged), 1, {"id": 1, "title": "Oxford", "currency": "GBP"})
    for number, first, last in ((6, "Ruth", "Amsel"), (7, "Otto", "Reis")):
        payload = {"id": number, "kind": "invigilator", "firstName": first, "lastName": last, "email": f"{first}@x.org"}
        deliver(Event.of(PersonChanged), number, payload)
    for rate in (
        {"role": "all", "starts": "2025-09-01", "hourly": 1_200},
        {"role": "lead", "starts": "2025-09-01", "hourly": 1_500},
        {"role": "all", "starts": "2026-05-01", "hourly": 1_400, "invigilatorId": 6},
    ):
        data_of(client(FINANCE).post(f"{PAY}/rates", json={"currency": "GBP", **rate}))


def tell(deliver: Any, duty: int, version: int, **values: Any) -> None:
    payload = {
        "id": duty,
        "invigilatorId": 6,
        "invigilator": "Ruth Amsel",
        "organisationId": 1,
        "session": "Morning",
        "role": "invigilator",
        "day": "2026-10-05",
        "minutes": 90,
        "approved": True,
        "userId": 31,
        "userName": "Eve Exams",
        "version": version,
    } | values
    deliver(Event.of(InvigilationHours), duty, payload)


def rows(client: ClientFor, who: Any = FINANCE, **query: str) -> list[dict[str, Any]]:
    answer: httpx.Response = client(who).get(PAY, params={"page": "1", "sort": "day", **query})
    duties: list[dict[str, Any]] = data_of(answer, 200)  # type: ignore[assignment]
    return duties


def prepare(client: ClientFor, status: int = 201, month: str = "2026-10") -> Any:
    answer = client(FINANCE).post(RUNS, json={"orgId": 1, "month": month})
    assert answer.status_code == status, answer.text
    return answer.json().get("data") or answer.json()


def approve(client: ClientFor, run: int) -> None:
    for who, move in ((SECOND, "check"), (THIRD, "approve")):
        data_of(client(who).post(f"{RUNS}/{run}/{move}"), 200)


def pay(client: ClientFor, run: int) -> None:
    approve(client, run)
    data_of(client(THIRD).post(f"{RUNS}/{run}/pay", json={"paidDate": "2026-11-02"}), 200)


def test_hours_are_paid_at_the_rate_of_day_role_and_invigilator(client: ClientFor, deliver: Any) -> None:
    tell(deliver, 1, 2)
    tell(deliver, 2, 2, day="2026-02-02")
    tell(deliver, 3, 2, invigilatorId=7, invigilator="Otto Reis", role="lead", minutes=50)
    assert [(row["id"], row["hourly"], row["toPay"]) for row in rows(client)] == [
        (2, 1_200, 1_800),
        (1, 1_400, 2_100),
        (3, 1_500, 1_250),
    ]
    run = prepare(client)
    assert (run["lines"], run["total"]) == (3, 5_150)
    assert run["withoutBankDetails"] == ["Otto Reis", "Ruth Amsel"]
    detail = data_of(client(SECOND).get(f"{RUNS}/{run['id']}"), 200)
    assert [(one["invigilatorId"], one["minutes"], one["amount"]) for one in detail["tutors"]] == [
        (7, 50, 1_250),
        (6, 180, 3_900),
    ]
    assert {row["status"] for row in rows(client)} == {"inRun"}
    pay(client, run["id"])
    assert {row["status"] for row in rows(client)} == {"paid"}
    assert prepare(client, 409)["code"] == "nothing_to_pay"


def test_repeated_and_older_events_pay_nothing_more(client: ClientFor, database: Database, deliver: Any) -> None:
    tell(deliver, 1, 5)
    tell(deliver, 1, 5)
    tell(deliver, 1, 4, minutes=600)
    assert one(database, duty_hours, 1)["minutes"] == 90
    run = prepare(client)
    assert (run["lines"], run["total"]) == (1, 2_100)
    tell(deliver, 1, 5)
    tell(deliver, 1, 3, approved=False)
    assert data_of(client(FINANCE).get(f"{RUNS}/{run['id']}"), 200)["total"] == 2_100


def test_withdrawn_approval_takes_hours_out_of_a_draft(client: ClientFor, deliver: Any) -> None:
    tell(deliver, 1, 2)
    tell(deliver, 2, 2, day="2026-10-06", minutes=60)
    run = prepare(client)
    tell(deliver, 1, 3, approved=False)
    assert data_of(client(FINANCE).get(f"{RUNS}/{run['id']}"), 200)["total"] == 1_400
    assert [row["id"] for row in rows(client)] == [2]
    tell(deliver, 1, 4, minutes=120)
    assert [(row["status"], row["toPay"]) for row in rows(client)] == [("due", 2_800), ("inRun", 0)]


def test_withdrawal_before_its_approval_leaves_nothing(client: ClientFor, deliver: Any) -> None:
    tell(deliver, 1, 3, approved=False)
    tell(deliver, 1, 2)
    assert rows(client) == []
    prepare(client, 409)


def test_paid_hours_no_longer_approved_are_set_off(client: ClientFor, deliver: Any) -> None:
    tell(deliver, 1, 2)
    pay(client, prepare(client)["id"])
    tell(deliver, 1, 3, approved=False)
    data_of(
        client(FINANCE).post(
            f"{PAY}/rates",
            json={
                "invigilatorId": 6,
                "role": "all",
                "currency": "GBP",
                "starts": "2026-10-01",
                "hourly": 2_000,
            },
        )
    )
    assert [(row["status"], row["toPay"], row["inRuns"]) for row in rows(client)] == [("setOff", -2_100, 2_100)]
    assert prepare(client, 409)["code"] == "nothing_to_pay", "nothing is paid from which it could be taken"
    tell(deliver, 2, 2, day="2026-10-20", minutes=120)
    run = prepare(client)
    assert (run["lines"], run["total"]) == (2, 4_000 - 2_100), "at the rate at which it was paid"
    tell(deliver, 2, 3, approved=False)
    empty = data_of(client(FINANCE).get(f"{RUNS}/{run['id']}"), 200)
    assert (empty["lines"], empty["total"]) == (0, 0), "what is set off waits again"
    tell(deliver, 1, 4)
    assert [(row["id"], row["status"]) for row in rows(client)] == [(1, "paid")], "approved again: already paid"


def test_hours_corrected_after_approval_enter_the_next_run(client: ClientFor, deliver: Any) -> None:
    tell(deliver, 1, 2)
    run = prepare(client)
    approve(client, run["id"])
    tell(deliver, 1, 3, approved=False)
    tell(deliver, 1, 4, minutes=120)
    assert data_of(client(FINANCE).get(f"{RUNS}/{run['id']}"), 200)["total"] == 2_100, "what two have approved stays"
    assert prepare(client)["total"] == 700


def test_duties_without_a_rate_wait(client: ClientFor, deliver: Any) -> None:
    tell(deliver, 1, 2, day="2024-06-01")
    assert rows(client)[0]["status"] == "withoutRate"
    refused = prepare(client, 409)
    assert refused["error"].endswith("; 1 duty of invigilators without a rate")
    tell(deliver, 2, 2)
    assert prepare(client)["dutiesWithoutRate"] == 1


def test_approver_of_hours_or_author_of_rate_does_not_approve_the_run(client: ClientFor, deliver: Any) -> None:
    tell(deliver, 1, 2, userId=SECOND.user_id)
    run = prepare(client)["id"]
    refused = client(SECOND).post(f"{RUNS}/{run}/check")
    assert (refused.status_code, "approved the hours of Ruth Amsel" in refused.json()["error"]) == (409, True)
    data_of(client(THIRD).post(f"{RUNS}/{run}/check"), 200)


def test_bank_file_pays_invigilators_to_their_own_details(client: ClientFor, deliver: Any) -> None:
    tell(deliver, 1, 2)
    account = {"currency": "GBP", "holder": "Ruth Amsel", "sortCode": "20-00-00", "accountNumber": "5577 9911"}
    path = f"{RUNS}/accounts"
    assert client(OTHER).post(path, json=account | {"invigilatorId": 6}).status_code == 403
    assert client(RUTH).post(path, json=account).status_code == 201
    assert [row["account"] for row in data_of(client(RUTH).get(path, params={"page": "1"}), 200)] == ["•••• 9911"]  # type: ignore[index]
    assert data_of(client(OTHER).get(path, params={"page": "1"}), 200) == []
    run = prepare(client)
    assert run["withoutBankDetails"] == []
    approve(client, run["id"])
    [row] = csv.DictReader(io.StringIO(client(FINANCE).get(f"{RUNS}/{run['id']}/csv").text))
    assert (row["Account number"], row["Amount"], row["Reference"]) == ("55779911", "21.00", f"PAY-{run['id']}-I6")
    assert client(RUTH).post(path, json=account | {"accountNumber": "66884422"}).status_code == 201
    changed = client(FINANCE).get(f"{RUNS}/{run['id']}/csv")
    assert (changed.status_code, changed.json()["code"]) == (409, "bank_details_changed")


def test_invigilator_sees_only_own_pay(client: ClientFor, deliver: Any) -> None:
    tell(deliver, 1, 2)
    assert [row["id"] for row in rows(client, RUTH)] == [1]
    assert rows(client, OTHER) == []
    for who in (actor("tutor", persons={"tutor": 6}), actor("staff"), actor("student", persons={"student": 6})):
        assert client(who).get(PAY, params={"page": "1"}).status_code == 403
    for who in (RUTH, actor("staff", "accounting"), actor("staff", "examsOffice")):
        assert client(who).get(f"{PAY}/rates", params={"page": "1"}).status_code == 403
        assert client(who).get(f"{PAY}/lines", params={"page": "1"}).status_code == 403


def test_figures_show_amounts_due_by_person(client: ClientFor, deliver: Any) -> None:
    tell(deliver, 1, 2)
    tell(deliver, 2, 2, invigilatorId=7, invigilator="Otto Reis")
    for by, keys in (("invigilatorId", {(6,), (7,)}), ("status", {("due",)})):
        answer = data_of(client(FINANCE).get(f"{PAY}/figures", params={"by": by, "sum": "toPay"}), 200)
        assert {tuple(group["keys"]) for group in answer["groups"]} == keys
        assert answer["totals"][0]["values"] == [2, 3_900]
