"""The sums of the statistics equal those of the rows."""

from __future__ import annotations

import datetime as dt
from typing import Any
from urllib.parse import urlencode

import pytest
import sqlalchemy as sa

from kit.database import Database
from people.billing.model import invoice
from people.leads.model import lead_origin
from people.reference.model import TABLES as WORDS
from services.people.tests.builders import insert, make_enquiry, make_lead, make_person, make_words, person, staff
from staffroom_testing.plugin import ClientFor

LIST, WISHES = "/api/v1/leads/statistics", "/api/v1/leads/statistics/wishes"


def _at(day: str, hour: int = 10) -> dt.datetime:
    return dt.datetime.combine(dt.date.fromisoformat(day), dt.time(hour), dt.UTC)


@pytest.fixture(autouse=True)
def _leads(database: Database) -> None:
    make_words(database)
    with database.read() as connection:
        ids = {
            title: number
            for number, title in connection.execute(sa.select(WORDS["subject"].c.id, WORDS["subject"].c.title))
        }
        level = connection.execute(sa.select(sa.func.min(WORDS["level"].c.id))).scalar()
        website = connection.execute(sa.select(lead_origin.c.id).where(lead_origin.c.title == "Website")).scalar()
    both = [ids["Mathematics"], ids["Physics"]]
    closed: dict[str, Any] = {"next_step": "", "next_due": None}
    won = {"lead_status": "completed", "origin_id": website, "owner_id": 77} | closed
    make_person(database, "staff", user_id=77, first_name="Grace", last_name="Hopper")
    make_lead(
        database,
        created=_at("2026-01-05"),
        value=50_000,
        converted_at=_at("2026-01-25"),
        subject_ids=both,
        level_ids=[level],
        first_answered=_at("2026-01-05", 12),
        kind="supp",
        **won,
    )
    make_lead(
        database,
        created=_at("2026-01-31"),
        value=30_000,
        converted_at=_at("2026-04-20"),
        kind="exams",
        subject_ids=both[:1],
        first_answered=_at("2026-02-03"),
        **won,
    )
    make_lead(database, created=_at("2026-01-10"), value=20_000, lead_status="declined", origin_id=website, **closed)
    make_lead(database, created=_at("2026-02-10"), value=10_000, origin_detail="Autumn", kind="supp")
    make_lead(database, created=_at("2026-02-11"), lead_status="noResponse", **closed)
    merged = make_lead(database, created=_at("2026-02-12"), value=99_999)
    make_lead(database, created=_at("2026-02-12"), value=99_999, merged_into_id=merged)


def _total(client: Any, path: str, filters: dict[str, str]) -> int:
    answer = client.get(f"{path}?{urlencode({**filters, 'page': '1'})}")
    assert answer.status_code == 200, answer.text
    return int(answer.json()["total"])


@pytest.mark.parametrize("by", ["month", "origin", "owner", "kind", "department", "campaign", "enquirer"])
def test_conversion_agrees_with_its_rows(client: ClientFor, by: str) -> None:
    anna = client(staff())
    groups = anna.get(f"{LIST}/conversion?by={by}").json()["data"]
    assert sum(group["leads"] for group in groups) == 6
    assert sum(group["valueWon"] for group in groups) == 80_000
    assert sum(group["valueLost"] for group in groups) == 20_000
    for group in groups:
        assert group["leads"] == _total(anna, LIST, group["filters"])
        for outcome in ("won", "lost", "open"):
            assert group[outcome] == _total(anna, LIST, group["filters"] | {"outcome": outcome})


@pytest.mark.parametrize(("by", "leads"), [("subject", 7), ("level", 7)])
def test_a_lead_counts_in_each_subject_it_asks_for(client: ClientFor, by: str, leads: int) -> None:
    anna = client(staff())
    groups = anna.get(f"{LIST}/conversion?by={by}").json()["data"]
    assert sum(group["leads"] for group in groups) == leads == _total(anna, WISHES, {})
    for group in groups:
        assert group["leads"] == _total(anna, WISHES, group["filters"])


def test_conversion_has_share_and_medians(client: ClientFor) -> None:
    january, february = client(staff()).get(f"{LIST}/conversion?by=month").json()["data"]
    assert (january["text"], january["leads"], january["share"]) == ("January 2026", 3, 67)
    assert (january["answerHours"], january["conversionDays"]) == (37.0, 49.5)
    assert (february["share"], february["answerHours"]) == (0, None)
    assert january["filters"] == {"created": "2026-01-01..2026-01-31"}


def test_marks_of_a_narrowed_period_link_only_to_its_rows(client: ClientFor) -> None:
    anna, period = client(staff()), {"created": "2026-01-08..2026-02-10"}
    january, february = anna.get(f"{LIST}/conversion?by=month&created={period['created']}").json()["data"]
    assert january["filters"] == {"created": "2026-01-08..2026-01-31"}
    cohorts = anna.get(f"{LIST}/cohorts?created={period['created']}").json()["data"]
    for group in (january, february, *cohorts):
        assert group["leads"] == _total(anna, LIST, group["filters"])


def test_conversion_is_narrowed_by_filters_and_refuses_others(client: ClientFor) -> None:
    anna = client(staff())
    groups = anna.get(f"{LIST}/conversion?by=kind&created=2026-01-01..2026-01-31").json()["data"]
    assert sum(group["leads"] for group in groups) == 3
    refused = anna.get(f"{LIST}/conversion?by=colour")
    assert (refused.status_code, refused.json()["code"]) == (422, "unknown_figure")
    assert anna.get(f"{LIST}/conversion?by=kind&colour=red").status_code == 422


def test_cohort_follows_a_month_on(client: ClientFor) -> None:
    anna = client(staff())
    february, january = anna.get(f"{LIST}/cohorts").json()["data"]
    assert (january["leads"], january["lost"], january["converted"]) == (3, 1, 2)
    assert [part["converted"] for part in january["within"][:3]] == [1, 1, 2]
    for cohort in (january, february):
        for part in cohort["within"]:
            if part["converted"] is not None:
                assert part["converted"] == _total(anna, LIST, cohort["filters"] | {"conversion": part["filter"]})
        assert cohort["converted"] == _total(anna, LIST, cohort["filters"] | {"conversion": cohort["all"]})


@pytest.mark.parametrize(
    "by", ["created.month,leadStatus", "reason,leadStatus", "origin,outcome", "answered", "conversion"]
)
def test_figures_lead_to_their_rows(client: ClientFor, by: str) -> None:
    anna = client(staff())
    figures = anna.get(f"{LIST}/figures?by={by}&sum=value").json()["data"]
    assert figures["totals"][0]["values"][0] == 6
    for group in figures["groups"]:
        assert group["values"][0] == _total(anna, LIST, group["filters"])


@pytest.mark.parametrize("by", ["subjectId,levelId", "subjectId,kind", "levelId,kind", "kind,outcome"])
@pytest.mark.parametrize("measure", ["value", "valueWon", "valueLost", "valueOpen"])
def test_wishes_and_their_values_agree_with_their_rows(client: ClientFor, by: str, measure: str) -> None:
    anna = client(staff())
    figures = anna.get(f"{WISHES}/figures?by={by}&sum={measure}").json()["data"]
    assert figures["totals"][0]["values"][0] == 7
    for group in figures["groups"]:
        assert group["values"] == _of_rows(anna, WISHES, group["filters"], measure)


@pytest.mark.parametrize("by", ["created.month,outcome", "kind", "ownerId", "reason"])
@pytest.mark.parametrize("measure", ["value", "valueWon", "valueLost", "valueOpen"])
def test_value_sums_agree_with_their_rows(client: ClientFor, by: str, measure: str) -> None:
    anna = client(staff())
    figures = anna.get(f"{LIST}/figures?by={by}&sum={measure}").json()["data"]
    for group in figures["groups"]:
        assert group["values"] == _of_rows(anna, LIST, group["filters"], measure)


def _of_rows(client: Any, path: str, filters: dict[str, str], measure: str) -> list[int]:
    """Return the number of the rows and the sum of a column in them."""
    rows = client.get(f"{path}?{urlencode({**filters, 'page': '1'})}").json()["data"]
    return [len(rows), sum(row[measure] or 0 for row in rows)]


def test_exam_conversions_agree_with_their_rows(database: Database, client: ClientFor) -> None:
    """Five leads: with nothing else, a candidate, a billed entry, a part payment and a full payment."""
    for number, state in enumerate(["", "none", "final", "partPaid", "paid"]):
        candidate = make_person(database, "candidate") if state else None
        make_enquiry(database, type="exams", candidate_id=candidate)
        if candidate and state != "none":
            outstanding = {"final": 9_000, "partPaid": 4_000, "paid": 0}[state]
            insert(
                database,
                invoice,
                {
                    "id": number,
                    "status": state,
                    "total": 9_000,
                    "outstanding": outstanding,
                    "person_kind": "candidate",
                    "person_id": candidate,
                },
            )
    path = "/api/v1/leads/exams/conversions"
    anna = client(staff())
    figures = anna.get(f"{path}/figures?by=step&sum=paid").json()["data"]
    assert {group["keys"][0]: group["values"] for group in figures["groups"]} == {
        "lead": [1, 0],
        "candidate": [1, 0],
        "billed": [2, 5_000],
        "paid": [1, 9_000],
    }
    for group in figures["groups"]:
        assert group["values"] == _of_rows(anna, path, group["filters"], "paid")


def test_statistics_of_leads_are_for_staff(client: ClientFor) -> None:
    for path in (LIST, WISHES, f"{LIST}/conversion", f"{LIST}/cohorts"):
        assert client(person("tutor", 1)).get(path).status_code == 403
