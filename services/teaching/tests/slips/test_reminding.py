"""Reminders of late slips: to their writers when a slip is due, a day and three days later, and then to the academic
office."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database, tables
from kit.policy import as_service
from kit.reminders import remind
from services.teaching.tests.slips.test_writing import (
    EWP,
    IIID,
    INVIGILATOR,
    NOW,
    OFFICE,
    OTHER_TUTOR,
    TUTOR,
    begin,
    make_tutorial,
)
from staffroom_testing.plugin import ClientFor, Published
from teaching import wiring
from teaching.copies.model import event_person, person
from teaching.events import NOTIFICATION_RAISED
from teaching.slips.late.reminding import LADDER, LATE_SLIPS
from teaching.slips.model import slip, slip_deadline

SERVICE = as_service("teaching")
RunJobs = Callable[[], list[dict[str, Any]]]
UNWRITTEN = "/api/v1/slip/unwritten?page=1"


def make_late(database: Database, hours: float, **values: Any) -> None:
    """Add the tutorial of `make_tutorial`, whose slip has been due for `hours`."""
    ends = dt.datetime.now(dt.UTC).replace(second=0, microsecond=0) - dt.timedelta(hours=24 + hours)
    make_tutorial(database, starts=ends - dt.timedelta(hours=1), ends=ends, **values)


def since(database: Database, day: dt.date | None) -> None:
    """Count from `day`, or from the beginning of time."""
    with database.transaction(SERVICE) as tx:
        tx.execute(sa.update(tables.reminder_setting).values(since=day))


def run(hours: float = 0) -> int:
    """Remind `hours` from now, a time that the condition of the reminder does not see."""
    return remind(LATE_SLIPS, SERVICE, dt.datetime.now(dt.UTC) + dt.timedelta(hours=hours))


def notices(published: Published) -> list[dict[str, Any]]:
    return [payload for subject, _, payload in published() if subject == NOTIFICATION_RAISED.subject]


def test_an_installation_reminds_from_its_first_day_on(database: Database) -> None:
    setting = tables.reminder_setting.c
    columns = (setting.rung, setting.enabled, setting.since)
    rows = database.all(sa.select(*columns).where(setting.reminder == LATE_SLIPS.name))
    assert {row["rung"] for row in rows} == {rung.name for rung in LADDER}
    assert all(row["enabled"] and row["since"] is not None for row in rows)
    since(database, dt.date.today() + dt.timedelta(days=1))
    make_late(database, 50)
    assert run() == 0
    since(database, None)
    assert run() == 1


def test_a_slip_is_reminded_three_times_and_then_reported_to_the_office(
    database: Database, published: Published
) -> None:
    since(database, None)
    make_late(database, 0)
    assert [run(hours) for hours in (0, 1, 23, 24, 25, 71, 72, 90)] == [1, 0, 0, 1, 0, 0, 1, 0]
    raised = notices(published)
    assert [one["title"] for one in raised] == [
        "A slip is due now",
        "A slip is 24 hours late",
        "A slip is 72 hours late",
        "A slip is 72 hours late",
    ]
    *mine, office = raised
    for one in mine:
        assert (one["kind"], one["target"]) == ("lateSlip", "/slips/to-write")
        assert one["persons"] == [{"kind": "tutor", "id": 1}]
        assert one["text"].startswith("Sam Student, AQA A-level Physics, ")
    assert (office["roleIds"], office["target"]) == (["academicOffice"], "/academic-office/late-slips")
    assert office["text"].startswith("Tom Tutor, Sam Student, ")


def test_the_office_sees_how_often_and_how_long(client: ClientFor, database: Database) -> None:
    since(database, None)
    make_late(database, 30)
    run()
    (row,) = client(OFFICE).get(UNWRITTEN).json()["data"]
    assert (row["reminders"], row["hoursLate"]) == (1, 30)
    run(42)
    begin(client)
    (row,) = client(OFFICE).get(UNWRITTEN).json()["data"]
    assert (row["reminders"], row["status"]) == (2, "saved")


@pytest.mark.parametrize(
    "values", [{"status": "cancelled"}, {"type": "meeting"}, {"type": "invigilation session"}], ids=str
)
def test_events_without_a_slip_are_not_reminded(database: Database, values: dict[str, Any]) -> None:
    since(database, None)
    make_late(database, 2, **values)
    with database.transaction(SERVICE) as tx:
        tx.execute(sa.update(event_person).where(event_person.c.id == IIID).values(status="declined"))
    assert run() == 0


@pytest.mark.parametrize(
    ("values", "count"),
    [
        ({"status": "saved"}, 1),
        ({"status": "submitted", "submitted": NOW}, 0),
        # It was submitted once, and the notice of its return says what to do.
        ({"status": "returned", "submitted": NOW}, 0),
    ],
)
def test_a_slip_is_reminded_until_it_is_submitted(
    client: ClientFor, database: Database, values: dict[str, Any], count: int
) -> None:
    since(database, None)
    make_late(database, 2)
    begin(client)
    with database.transaction(SERVICE) as tx:
        tx.execute(sa.update(slip).values(values))
    assert run() == count


def test_reminders_end_after_some_days(database: Database) -> None:
    since(database, None)
    make_late(database, 97)
    assert run() == 0


def test_a_department_counts_from_its_own_time(database: Database) -> None:
    since(database, None)
    make_late(database, 2)
    with database.transaction(SERVICE) as tx:
        tx.insert(slip_deadline, {"department_id": 1, "hours": 48})
        tx.execute(sa.text("UPDATE event SET department_id = 1"))
    assert [run(), run(23)] == [0, 1]


def test_a_tutor_gets_one_notice_about_several(database: Database, published: Published) -> None:
    since(database, None)
    make_late(database, 26)
    with database.transaction(SERVICE) as tx:
        starts = dt.datetime.now(dt.UTC) - dt.timedelta(hours=51)
        row = {"event_id": 20, "kind": "student", "status": "accepted", "starts": starts}
        for number in range(2, 9):
            tx.execute(sa.insert(person).values(kind="student", id=number, name=f"Student {number}"))
            tx.execute(sa.insert(event_person).values(row | {"id": EWP + number, "person_id": number}))
    assert run() == 8
    (notice,) = notices(published)
    assert notice["title"] == "8 slips are up to 26 hours late"
    assert notice["text"].endswith("; and 3 more")


def test_an_invigilator_is_reminded_of_session_slips(
    client: ClientFor, database: Database, published: Published
) -> None:
    since(database, None)
    make_late(database, 2, type="invigilation session", title="Room 3, morning", course_id=None, department_id=1)
    with database.transaction(SERVICE) as tx:
        tx.execute(sa.insert(person).values(kind="invigilator", id=1, name="Ivy Watch"))
    (row,) = client(INVIGILATOR).get(UNWRITTEN).json()["data"]
    assert (row["id"], row["student"], row["tutor"], row["tutorId"]) == (IIID, "Room 3, morning", "Ivy Watch", None)
    assert row["type"] == "invigilation session"
    for who in (TUTOR, OTHER_TUTOR):
        assert client(who).get(UNWRITTEN).json()["data"] == []
    assert run() == 1
    (notice,) = notices(published)
    assert notice["persons"] == [{"kind": "invigilator", "id": 1}]
    assert client(INVIGILATOR).post("/api/v1/slip", json={"iiId": IIID, "saveOnly": True}).status_code == 201
    (row,) = client(INVIGILATOR).get(UNWRITTEN).json()["data"]
    assert row["status"] == "saved"


def test_the_worker_reminds_every_five_minutes(database: Database, run_jobs: RunJobs) -> None:
    since(database, None)
    make_late(database, 2)
    schedule = next(one for one in wiring.service.schedules if one.name == "exactReminders")
    assert schedule.in_words() == "every 5 minutes"
    for key in ("first", "second"):
        with database.transaction(SERVICE) as tx:
            schedule.job.enqueue(tx, key, {})
    assert [job["result"]["lateSlip"] for job in run_jobs()] == [1, 0]
