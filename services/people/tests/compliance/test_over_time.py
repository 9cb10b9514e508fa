"""The amount of missing data on past days, and the rows of each day."""

from __future__ import annotations

import datetime as dt
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.values.days import LONDON, today
from people.compliance.model import requirement_gap
from services.people.tests.builders import insert, make_person, make_requirement, make_words, row_of, staff
from staffroom_testing.plugin import ClientFor

OVER = "/api/v1/compliance/missing/over"


@pytest.fixture
def cara(client: ClientFor) -> httpx.Client:
    return client(staff("affiliateCompliance"))


def days_ago(days: int) -> dt.date:
    return today() - dt.timedelta(days=days)


def at_noon(day: dt.date) -> dt.datetime:
    return dt.datetime.combine(day, dt.time(12), LONDON)


def gap(database: Database, requirement: int, since: int, mended: int | None = None, kind: str = "student") -> int:
    """Insert a gap with its beginning and end as days ago."""
    values: dict[str, Any] = {
        "requirement_id": requirement,
        "kind": kind,
        "record_id": make_person(database, kind),
        "since": at_noon(days_ago(since)),
    }
    if mended is not None:
        values |= {"status": "mended", "mended": at_noon(days_ago(mended))}
    return insert(database, requirement_gap, values)


@pytest.fixture
def gaps(database: Database) -> dict[str, int]:
    make_words(database)
    consent = make_requirement(database, "student.field.parentalConsent")
    school = make_requirement(database, "student.field.school", title="School")
    dbs = make_requirement(database, "tutor.check.enhancedDbs", title="DBS")
    with database.transaction(staff()) as tx:
        tx.execute(sa.delete(requirement_gap))
    return {
        "old": gap(database, consent, 100, 40),
        "open": gap(database, consent, 60),
        "short": gap(database, school, 30, 29),
        "sameDay": gap(database, school, 45, 45),
        "tutor": gap(database, dbs, 50, kind="tutor"),
        "consent": consent,
    }


def counts(cara: httpx.Client, **query: Any) -> dict[str, int]:
    answer = cara.get(OVER, params=query)
    assert answer.status_code == 200, answer.text
    return {group["keys"][0]: group["values"][0] for group in answer.json()["data"]["groups"]}


def test_missing_data_is_counted_at_the_end_of_each_day(cara: httpx.Client, gaps: dict[str, int]) -> None:
    by_day = counts(cara, step="day", since=days_ago(101).isoformat(), until=today().isoformat())
    expected = {101: 0, 100: 1, 60: 2, 50: 3, 45: 3, 41: 3, 40: 2, 30: 3, 29: 2, 0: 2}
    assert {days: by_day[days_ago(days).isoformat()] for days in expected} == expected
    assert len(by_day) == 102
    assert counts(cara, step="month", kind="tutor")[today().isoformat()] == 1
    of_consent = counts(cara, step="week", since=days_ago(70).isoformat(), requirement=gaps["consent"])
    assert list(of_consent.values())[-1] == 1 and max(of_consent.values()) == 2


def test_each_day_leads_to_the_rows_that_were_missing_then(
    cara: httpx.Client, database: Database, gaps: dict[str, int]
) -> None:
    groups = cara.get(OVER, params={"step": "day", "since": days_ago(101).isoformat()}).json()["data"]["groups"]
    for group in groups[::7]:
        rows = cara.get("/api/v1/compliance/missing", params={"page": 1, **group["filters"]}).json()
        assert rows["total"] == group["values"][0], group["texts"]
    day = days_ago(50).isoformat()
    rows = cara.get("/api/v1/compliance/missing", params={"page": 1, "on": f"{day}..{day}"}).json()["data"]
    assert {row["id"] for row in rows} == {gaps["old"], gaps["open"], gaps["tutor"]}
    assert {row["name"] for row in rows} == {"Ada Lovelace"}
    as_of = cara.get("/api/v1/compliance/students/missing/figures", params={"by": "severity", "asOf": day}).json()
    assert sum(group["values"][0] for group in as_of["data"]["groups"]) == counts(cara, step="day", kind="student")[day]
    assert row_of(database, requirement_gap, gaps["sameDay"])["status"] == "mended"


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"until": (today() + dt.timedelta(days=1)).isoformat()}, "until"),
        ({"since": today().isoformat(), "until": days_ago(1).isoformat()}, "since"),
        ({"since": "2000-01-01", "step": "day"}, "since"),
    ],
)
def test_time_that_cannot_be_shown_is_refused(cara: httpx.Client, query: dict[str, str], field: str) -> None:
    refused = cara.get(OVER, params=query)
    assert refused.status_code == 422
    assert list(refused.json()["fields"]) == [field]


def test_staff_without_the_roles_see_no_figures(client: ClientFor) -> None:
    assert client(staff()).get(OVER).status_code == 403
    assert client(staff()).get("/api/v1/compliance/missing?page=1").status_code == 403
