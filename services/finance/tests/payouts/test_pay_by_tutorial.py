"""A tutor is paid for a tutorial and its length, once; a rate may add an amount per student (`docs/finance.md`,
Payouts)."""

from __future__ import annotations

import csv
import datetime as dt
import io
from typing import Any

import httpx
import pytest

from kit.database import Database
from services.finance.tests.payouts.builders import BASE, FINANCE, SECOND, THIRD, data_of, tell, world
from staffroom_testing.plugin import ClientFor

EVENT = 1238
START = dt.datetime(2026, 10, 6, 9, tzinfo=dt.UTC)


def group(deliver: Any, students: int, first: int = 1, minutes: int = 60, **values: Any) -> None:
    """Deliver slips of `students` students for one tutorial."""
    for number in range(first, first + students):
        times = {"tutorialStart": START, "tutorialEnd": START + dt.timedelta(minutes=minutes)}
        tell(deliver, number, studentId=number, **({"eventId": EVENT} | times | values))


def set_rate(client: ClientFor, **values: Any) -> None:
    rate = {"tutorId": 4, "currency": "GBP", "starts": "2026-10-01", "hourly": 4_800} | values
    data_of(client(FINANCE).post(f"{BASE}/tutorpayments/rates", json=rate))


def prepare(client: ClientFor, status: int = 201) -> dict[str, Any]:
    return data_of(client(FINANCE).post(f"{BASE}/tutorpayments", json={"orgId": 1, "month": "2026-10"}), status)


def rows(client: ClientFor, path: str, **query: str) -> list[dict[str, Any]]:
    answer: httpx.Response = client(FINANCE).get(f"{BASE}/tutorpayments/{path}", params={"page": "1", **query})
    data: list[dict[str, Any]] = data_of(answer, 200)
    return data


def approved(client: ClientFor, run: int) -> None:
    for who, move in ((SECOND, "check"), (THIRD, "approve")):
        data_of(client(who).post(f"{BASE}/tutorpayments/{run}/{move}"), 200)


def test_seven_students_of_one_hour_are_one_hour(client: ClientFor, database: Database, deliver: Any) -> None:
    world(client, deliver)
    set_rate(client)
    group(deliver, 7)
    [waiting] = rows(client, "slips")
    assert (waiting["count"], waiting["waitsFor"], waiting["pay"]) == (7, 0, "£48.00 an hour")
    run = prepare(client)
    assert (run["lines"], run["total"]) == (1, 4_800)
    [line] = rows(client, "lines", runId=str(run["id"]))
    assert (line["pay"], line["minutes"], line["amount"]) == ("1 h, 7 students, £48.00 an hour", 60, 4_800)
    assert (line["count"], line["slipId"], line["eventId"]) == (7, 1, EVENT)
    paid = rows(client, "paid", lineId=str(line["id"]))
    assert {(row["slipId"], row["studentId"]) for row in paid} == {(number, number) for number in range(1, 8)}
    [sums] = data_of(client(FINANCE).get(f"{BASE}/tutorpayments/{run['id']}"), 200)["tutors"]
    assert (sums["lines"], sums["students"], sums["minutes"], sums["rates"]) == (1, 7, 60, "1 × £48.00 an hour")
    approved(client, run["id"])
    text = client(FINANCE).get(f"{BASE}/tutorpayments/{run['id']}/csv").text
    [row] = csv.DictReader(io.StringIO(text))
    assert (row["Hours"], row["Tutorials"], row["Paid at"]) == ("1.00", "1", "1 × £48.00 an hour")
    assert rows(client, "slips") == []


@pytest.mark.parametrize(
    ("rate", "minutes", "students", "total", "text"),
    [
        ({"basis": "perStudent"}, 90, 3, 21_600, "1 h 30 min, 3 students, £48.00 an hour and student"),
        ({"groupSupplement": 400}, 60, 7, 7_200, "1 h, 7 students, £48.00 an hour + 6 × £4.00 a student"),
        ({"groupSupplement": 400}, 60, 1, 4_800, "1 h, 1 student, £48.00 an hour"),
        ({"groupSupplement": 400, "groupFrom": 4}, 50, 5, 4_667, "50 min, 5 students, £48.00 an hour + 2 × £4.00 a"),
    ],
)
def test_rate_may_have_a_supplement_for_groups(
    client: ClientFor, database: Database, deliver: Any, rate: Any, minutes: int, students: int, total: int, text: str
) -> None:
    world(client, deliver)
    set_rate(client, **rate)
    group(deliver, students, minutes=minutes)
    run = prepare(client)
    [line] = rows(client, "lines", runId=str(run["id"]))
    assert (run["total"], line["minutes"]) == (total, minutes)
    assert line["pay"].startswith(text)


@pytest.mark.parametrize(("place", "ordinal"), [(2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th")])
def test_text_of_a_rate_names_the_first_student_of_its_supplement(
    client: ClientFor, database: Database, deliver: Any, place: int, ordinal: str
) -> None:
    world(client, deliver)
    set_rate(client, groupSupplement=400, groupFrom=place)
    group(deliver, 3)
    text = f"£48.00 an hour, and £4.00 for each student from the {ordinal} on"
    assert [row["pay"] for row in rows(client, "slips")] == [text]
    run = prepare(client)
    [sums] = data_of(client(FINANCE).get(f"{BASE}/tutorpayments/{run['id']}"), 200)["tutors"]
    assert sums["rates"] == f"1 × {text}"


def test_rate_per_student_has_no_supplement(client: ClientFor, database: Database, deliver: Any) -> None:
    world(client, deliver)
    rate = {"tutorId": 4, "currency": "GBP", "starts": "2026-10-01", "hourly": 4_800, "basis": "perStudent"}
    refused = client(FINANCE).post(f"{BASE}/tutorpayments/rates", json=rate | {"groupSupplement": 400})
    assert refused.json()["error"] == "A rate for each student has no supplement for a group"


def test_tutorial_waits_until_all_its_slips_are_approved(client: ClientFor, database: Database, deliver: Any) -> None:
    world(client, deliver)
    group(deliver, 2)
    group(deliver, 1, 3, status="submitted")
    group(deliver, 1, 4, status="saved", present="plannedAbsence")
    [waiting] = rows(client, "slips", waits="true")
    assert (waiting["count"], waiting["waitsFor"]) == (2, 1)
    refused = client(FINANCE).post(f"{BASE}/tutorpayments", json={"orgId": 1, "month": "2026-10"})
    assert refused.status_code == 409
    assert refused.json()["error"].endswith("; 1 tutorial with slips that are not approved")
    tell(deliver, 20)
    run = prepare(client)
    assert (run["lines"], run["waiting"], run["waitingSlips"]) == (1, 1, 1)
    data_of(client(FINANCE).delete(f"{BASE}/tutorpayments/{run['id']}"), 200)
    group(deliver, 1, 3)
    run = prepare(client)
    assert (run["lines"], run["total"], run["waiting"]) == (2, 6_000, 0)


def test_slip_that_loses_its_approval_removes_its_tutorial_from_a_draft(
    client: ClientFor, database: Database, deliver: Any
) -> None:
    world(client, deliver)
    set_rate(client, basis="perStudent")
    group(deliver, 3)
    run = prepare(client)["id"]

    def total() -> int:
        return int(data_of(client(FINANCE).get(f"{BASE}/tutorpayments/{run}"), 200)["total"])

    group(deliver, 1, 3, present="plannedAbsence")
    assert total() == 9_600, "two are paid for"
    group(deliver, 1, 2, status="checked")
    assert total() == 0
    group(deliver, 1, 2)
    assert prepare(client)["total"] == 9_600


@pytest.mark.parametrize(("rate", "adds"), [({}, 0), ({"basis": "perStudent"}, 4_800), ({"groupSupplement": 400}, 400)])
def test_slip_approved_after_its_tutorial_was_paid_adds_its_own_part(
    client: ClientFor, database: Database, deliver: Any, rate: Any, adds: int
) -> None:
    world(client, deliver)
    set_rate(client, **rate)
    group(deliver, 2)
    approved(client, prepare(client)["id"])
    group(deliver, 1, 3)
    if not adds:
        assert rows(client, "slips") == []
        assert (
            "nothing to pay"
            in client(FINANCE).post(f"{BASE}/tutorpayments", json={"orgId": 1, "month": "2026-10"}).json()["error"]
        )
        return
    run = prepare(client)
    assert run["total"] == adds
    [line] = rows(client, "lines", runId=str(run["id"]))
    assert line["minutes"] == 0, "the hour was worked once"
    assert line["pay"].startswith("1 h, 1 more student, ")


def test_slips_without_an_event_are_one_tutorial_by_course_and_time(
    client: ClientFor, database: Database, deliver: Any
) -> None:
    world(client, deliver)
    group(deliver, 3, eventId=0)
    group(deliver, 1, 4, eventId=0, courseId=8)
    assert (prepare(client)["lines"]) == 2


def test_slip_with_a_late_event_joins_its_tutorial(client: ClientFor, database: Database, deliver: Any) -> None:
    world(client, deliver)
    group(deliver, 2, eventId=0)
    approved(client, prepare(client)["id"])
    group(deliver, 1, 3, eventId=0, status="submitted")
    group(deliver, 1, 1)
    assert rows(client, "slips") == []
    group(deliver, 1, 3, eventId=0)
    assert rows(client, "slips") == [], "one of a tutorial that was paid"


def test_simultaneous_events_are_paid_separately_and_a_shared_lesson_once(
    client: ClientFor, database: Database, deliver: Any
) -> None:
    world(client, deliver)
    group(deliver, 2)
    group(deliver, 2, 3, eventId=EVENT + 1)
    group(deliver, 1, 5, courseId=8)
    run = prepare(client)
    assert (run["lines"], run["total"]) == (2, 6_000)
