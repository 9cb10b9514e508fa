"""The statistics equal counts by hand, after slips were written, moved and deleted."""

from __future__ import annotations

import datetime as dt
import statistics
from collections import Counter
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from kit.database import Database
from kit.values.days import LONDON
from services.teaching.tests.builders import START, make_copies, make_slip
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor
from teaching.slips.model import slip

OFFICE = actor("staff", name="Ann Office")
API = "/api/v1"
HOUR = dt.timedelta(hours=1)
EDGES = (dt.datetime(2026, 6, 30, 23, 30, tzinfo=dt.UTC), dt.datetime(2026, 10, 31, 23, 30, tzinfo=dt.UTC))
"""London is an hour ahead of UTC at the first, in July, and not at the second, in October."""


def by_hand(database: Database) -> list[dict[str, Any]]:
    """Return the slips that are not deleted."""
    return database.all(sa.select(slip).where(slip.c.status != "deleted"))


def hours(rows: Sequence[dict[str, Any]], end: str, start: str) -> list[float]:
    return [(row[end] - row[start]).total_seconds() / 3600 for row in rows if row[end] and row["submitted"]]


def compare(client: ClientFor, database: Database) -> None:
    """Compare times, pairs and figures with the rows."""
    rows = by_hand(database)
    handed_in = [row for row in rows if row["submitted"]]
    months = Counter(row["tutorial_start"].astimezone(LONDON).strftime("%Y-%m") for row in handed_in)
    times = client(OFFICE).get(f"{API}/slip/statistics/times").json()["data"]
    assert {one["month"]: one["submitted"] for one in times if one["department"] is None and one["month"]} == months
    for one in times:
        mine = [
            row
            for row in handed_in
            if one["month"] in {None, row["tutorial_start"].astimezone(LONDON).strftime("%Y-%m")}
            and one["departmentId"] in {None, row["department_id"]}
        ]
        submission, approval = hours(mine, "submitted", "tutorial_end"), hours(mine, "approved", "submitted")
        assert (one["submitted"], one["approved"]) == (len(submission), len(approval))
        assert abs(one["submissionMedian"] - statistics.median(submission)) <= 0.1
        assert (one["approvalMedian"] is None) == (not approval)
        assert not approval or abs(one["approvalMedian"] - statistics.median(approval)) <= 0.1
    pairs = client(OFFICE).get(f"{API}/slip/statistics/pairs").json()["data"]
    counted = Counter((row["tutor_id"], row["student_id"]) for row in rows)
    assert {(one["fromId"], one["toId"]): one["slips"] for one in pairs["pairs"]} == counted
    assert (pairs["allPairs"], pairs["allSlips"]) == (len(counted), counted.total())
    figures = client(OFFICE).get(f"{API}/slip/statistics/figures", params={"by": "status"}).json()["data"]
    assert {group["keys"][0]: group["values"][0] for group in figures["groups"]} == Counter(
        row["status"] for row in rows
    )


def move(client: ClientFor, number: int, name: str, **values: Any) -> None:
    done = client(OFFICE).post(f"{API}/slip/{number}/mark/{name}", json=values)
    assert done.status_code == 200, done.text


def test_statistics_follow_written_moved_and_deleted_slips(client: ClientFor, database: Database) -> None:
    make_copies(database)
    numbers = []
    for place in range(12):
        start = (*EDGES, START)[place % 3]
        late = dt.timedelta(minutes=7 * place)
        numbers.append(
            make_slip(
                database,
                status="submitted",
                tutorial_start=start,
                tutorial_end=start + HOUR,
                department_id=place % 2,
                submitted=start + HOUR + late,
                tutor_id=1 + place % 2,
                student_id=1 + place % 4,
            )
        )
    compare(client, database)
    for number in numbers[:4]:
        move(client, number, "approved")
    move(client, numbers[4], "returned", returnReason="Please say what was done in the second half")
    compare(client, database)
    gone = client(actor("staff", "sysAdmin")).delete(f"/api/v2/slip/{numbers[5]}")
    assert gone.status_code == 200, gone.text
    compare(client, database)
    assert len(by_hand(database)) == 11
