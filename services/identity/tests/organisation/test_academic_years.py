"""Terms and weeks (`teaching.md 3, 9`; `platform.md 9`)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from identity.organisation import queries, rules
from kit.errors import NotFound
from kit.policy import Actor
from services.identity.tests.builders import Build
from staffroom_testing import actor

ClientFor = Callable[[Actor | None], httpx.Client]
YEARS = "/api/v1/academic-years"
OFFICE = actor("staff", "academicOffice")
STAFF = actor("staff")
TUTOR = actor("tutor")


def test_year_has_terms_and_weeks(build: Build, client: ClientFor) -> None:
    build.year(
        2025,
        mt_start=dt.date(2025, 9, 8),
        mt_end=dt.date(2025, 11, 30),
        ht_start=dt.date(2026, 1, 5),
        ht_end=dt.date(2026, 3, 22),
        tt_start=dt.date(2026, 4, 13),
        tt_end=dt.date(2026, 6, 14),
    )
    year_id = build.year(2026)
    years = client(TUTOR).get(f"{YEARS}/all").json()["data"]
    assert [year["title"] for year in years] == ["2026-2027", "2025-2026"]
    year = years[0]
    assert set(year) == {"id", "title", "year", "mt", "ht", "tt", "weeksToISO"}
    assert year["mt"] == {"start": "2026-09-07", "end": "2026-11-29", "weeks": 12}
    weeks = year["weeksToISO"]
    assert [week["collegeWeek"] for week in weeks] == list(range(1, 12 + 11 + 9 + 1))
    assert weeks[0] == {
        "collegeWeek": 1,
        "isoWeek": 37,
        "term": "mt",
        "week": 1,
        "start": "2026-09-07",
        "end": "2026-09-13",
    }
    assert weeks[12] == {
        "collegeWeek": 13,
        "isoWeek": 1,
        "term": "ht",
        "week": 1,
        "start": "2027-01-04",
        "end": "2027-01-10",
    }
    assert client(TUTOR).get(f"{YEARS}/{year_id}").json()["data"]["weeksToISO"] == weeks


def test_weeks_below_30_belong_to_the_following_calendar_year() -> None:
    assert [rules.calendar_year(2026, week) for week in (30, 37, 53, 1, 29)] == [2026, 2026, 2026, 2027, 2027]


@pytest.mark.parametrize("year", range(2019, 2032))
def test_every_week_begins_on_its_monday_even_in_years_of_53_weeks(year: int) -> None:
    row = {
        "year": year,
        "mt_start": dt.date(year, 9, 10),
        "mt_end": dt.date(year, 12, 31),
        "ht_start": dt.date(year + 1, 1, 6),
        "ht_end": dt.date(year + 1, 3, 25),
        "tt_start": dt.date(year + 1, 4, 15),
        "tt_end": dt.date(year + 1, 7, 20),
    }
    expected = rules.monday(row["mt_start"])
    weeks = [week["start"] for week in rules.weeks(row) if week["term"] == "mt"]
    for start in weeks:
        assert start == expected
        assert start.weekday() == 0
        expected += dt.timedelta(weeks=1)
    assert weeks[-1] <= row["mt_end"] <= weeks[-1] + dt.timedelta(days=6)


@pytest.mark.parametrize(
    ("today", "title"),
    [
        (dt.date(2026, 8, 31), "2025-2026"),
        (dt.date(2026, 9, 1), "2026-2027"),
        (dt.date(2027, 2, 1), "2026-2027"),
        (dt.date(2030, 2, 1), "2026-2027"),
    ],
)
def test_academic_year_starts_on_1_september(build: Build, today: dt.date, title: str) -> None:
    build.year(2026)
    build.year(2025)
    with build.db.read() as connection:
        assert queries.current_year(connection, STAFF, today)["title"] == title


def test_no_year_exists_before_the_first(build: Build, client: ClientFor) -> None:
    build.year(2026)
    with build.db.read() as connection, pytest.raises(NotFound):
        queries.current_year(connection, STAFF, dt.date(2026, 8, 31))


def test_office_adds_and_edits_years(build: Build, client: ClientFor) -> None:
    body = {
        "year": 2027,
        "mtStart": "2027-09-06",
        "mtEnd": "2027-11-28",
        "htStart": "2028-01-10",
        "htEnd": "2028-03-26",
        "ttStart": "2028-04-17",
        "ttEnd": "2028-06-18",
    }
    assert client(STAFF).post(YEARS, json=body).status_code == 403
    answer = client(OFFICE).post(YEARS, json=body)
    assert answer.status_code == 201, answer.text
    path = f"{YEARS}/{answer.json()['data']['id']}"
    assert client(OFFICE).get(path).json()["data"]["title"] == "2027-2028"
    assert client(OFFICE).post(YEARS, json=body).json()["error"] == "This academic year already exists"
    assert client(OFFICE).put(path, json={"field": "mtEnd", "newValue": "2027-12-05"}).status_code == 200
    assert client(OFFICE).get(path).json()["data"]["mt"]["weeks"] == 13
    assert client(OFFICE).put(path, json={"field": "year", "newValue": 2028}).status_code == 409


@pytest.mark.parametrize(
    ("field", "value", "text"),
    [
        ("mtStart", "2026-08-31", "The academic year 2026-2027 starts 1 September and ends 31 August"),
        ("mtEnd", "2026-09-01", "Michaelmas term ends before it starts"),
        ("htStart", "2026-11-25", "Hilary term starts after the week the term before it ends in"),
        ("ttEnd", "2027-09-05", "The academic year 2026-2027 starts 1 September and ends 31 August"),
        ("ttEnd", "soon", "Please enter a date in the form 31st July 2020"),
    ],
)
def test_invalid_terms_are_refused(build: Build, client: ClientFor, field: str, value: Any, text: str) -> None:
    path = f"{YEARS}/{build.year(2026)}"
    answer = client(OFFICE).put(path, json={"field": field, "newValue": value})
    assert answer.status_code == 422
    assert answer.json()["fields"] == {field: text}
