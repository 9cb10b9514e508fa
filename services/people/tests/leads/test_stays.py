"""The time in each status: the database keeps the periods, and the figures agree with them."""

from __future__ import annotations

import datetime as dt
from typing import Any
from urllib.parse import urlencode

import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.policy import as_service
from people.leads.model import enquiry, lead_stay
from services.people.tests.builders import make_lead, make_person, make_words, person, staff
from staffroom_testing.plugin import ClientFor

ANNA, BEN = 901, 902
NOW = dt.datetime.now(dt.UTC)
LIST, TIMES = "/api/v1/leads/statistics/stays", "/api/v1/leads/statistics/times"


@pytest.fixture(autouse=True)
def _reference_data(database: Database) -> None:
    make_words(database)
    for user, name in ((ANNA, "Anna"), (BEN, "Ben")):
        make_person(database, "staff", first_name=name, last_name="Ward", user_id=user)


def _stays(database: Database, lead: int) -> list[tuple[str, bool, int | None]]:
    c = lead_stay.c
    with database.read() as connection:
        rows = connection.execute(sa.select(lead_stay).where(c.lead_id == lead).order_by(c.began, c.id)).mappings()
        return [(row["status"], row["ended"] is None, row["owner_id"]) for row in rows]


def test_moves_end_a_stay_and_begin_the_next(database: Database, client: ClientFor) -> None:
    lead = make_lead(database, owner_id=ANNA)
    anna = client(staff())
    assert anna.post(f"/api/v1/lead/{lead}/called", json={}).status_code == 200
    assert anna.put(f"/api/v1/enquiry/{lead}", json={"field": "ownerId", "newValue": BEN}).status_code == 200
    assert anna.post(f"/api/v1/lead/{lead}/interested", json={}).status_code == 200
    assert _stays(database, lead) == [("new", False, ANNA), ("called", False, BEN), ("interested", True, BEN)]


def test_an_undone_move_leaves_no_period(database: Database, client: ClientFor) -> None:
    lead = make_lead(database)
    anna = client(staff())
    answer = anna.post(f"/api/v1/lead/{lead}/called", json={}).json()["data"]
    assert answer["undo"], answer
    assert anna.post(f"/api/v1/lead/{lead}/called/undo", json={"undo": answer["undo"]}).status_code == 200
    assert _stays(database, lead) == [("new", True, None)]


def _spend(database: Database, lead: int, days: int, status: str, since: int) -> None:
    """Put the lead into its status for `days`, and then into another one; both are given as days ago."""
    with database.transaction(as_service("people")) as tx:
        began = NOW - dt.timedelta(days=since + days)
        tx.execute(sa.update(lead_stay).where(lead_stay.c.lead_id == lead).values(began=began))
        values = {"lead_status": status, "status_since": NOW - dt.timedelta(days=since)}
        tx.execute(sa.update(enquiry).where(enquiry.c.id == lead).values(values))


def test_times_by_status_owner_and_month_agree_with_their_rows(database: Database, client: ClientFor) -> None:
    for owner, days in ((ANNA, 2), (ANNA, 4), (BEN, 9)):
        _spend(database, make_lead(database, owner_id=owner, created=NOW), days, "called", 1)
    into = make_lead(database)
    make_lead(database, merged_into_id=into)
    anna = client(staff())
    by_status: dict[str, Any] = {one["text"]: one for one in anna.get(TIMES).json()["data"]}
    assert (by_status["New"]["stays"], by_status["New"]["still"], by_status["New"]["medianDays"]) == (4, 1, 3.0)
    assert (by_status["Called"]["stays"], by_status["Called"]["still"], by_status["Called"]["meanDays"]) == (3, 3, 1.0)
    narrowed = anna.get(f"{TIMES}?by=owner&status=new&still=false").json()["data"]
    assert {one["text"]: one["meanDays"] for one in narrowed} == {"Anna Ward": 3.0, "Ben Ward": 9.0}
    for by in ("status", "owner", "month"):
        groups = anna.get(f"{TIMES}?by={by}").json()["data"]
        assert sum(one["stays"] for one in groups) == 7
        for one in groups:
            rows = anna.get(f"{LIST}?{urlencode({**one['filters'], 'page': '1'})}").json()
            assert (rows["total"], sum(row["still"] for row in rows["data"])) == (one["stays"], one["still"])
    refused = anna.get(f"{TIMES}?by=colour")
    assert (refused.status_code, refused.json()["code"]) == (422, "unknown_figure")
    assert client(person("tutor", 1)).get(TIMES).status_code == 403
