"""The cost of opening a record: one request with at most eight statements, however much belongs to it."""

from __future__ import annotations

from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.policy import as_service
from services.demo.load import FIRST
from services.teaching.tests.builders import COMPLETE, make_copies, make_slip
from staffroom_testing import actor
from staffroom_testing.databases import statements
from staffroom_testing.plugin import ClientFor
from teaching.copies.model import event
from teaching.homework.model import given
from teaching.journal.model import journal_entry

MOST = 8
OFFICE = actor("staff", "academicOffice", user_id=101)
TUTOR = actor("tutor", persons={"tutor": FIRST + 1})
STUDENT = actor("student", persons={"student": FIRST + 2})
REPORT, COLLECTION = f"/api/v1/report/{FIRST + 3}", f"/api/v1/collectionreport/{FIRST + 2}"
PLAN, OF_STUDENT = f"/api/v2/course/{FIRST + 1}/studyplan", f"/api/v2/cws/{FIRST + 2}/studyplan"


@pytest.mark.parametrize("who", [actor("staff"), actor("tutor", persons={"tutor": 1})])
def test_a_slip_opens_with_at_most_eight_statements(client: ClientFor, database: Database, who: Any) -> None:
    make_copies(database)
    slip = make_slip(database, **COMPLETE)
    assert_few(client, who, f"/api/v1/slip/{slip}")


@pytest.mark.parametrize(
    ("path", "who"),
    [
        (REPORT, OFFICE),
        (REPORT, TUTOR),
        (f"{REPORT}/term", TUTOR),
        (COLLECTION, OFFICE),
        (COLLECTION, TUTOR),
        (COLLECTION, STUDENT),
        (PLAN, OFFICE),
        (PLAN, TUTOR),
        (PLAN, STUDENT),
        (OF_STUDENT, TUTOR),
        (OF_STUDENT, STUDENT),
    ],
)
def test_a_report_and_a_plan_open_with_at_most_eight_statements(
    client: ClientFor, loaded: str, path: str, who: Any
) -> None:
    assert_few(client, who, path)


def test_an_entry_about_everything_opens_with_at_most_eight_statements(
    client: ClientFor, database: Database, loaded: str
) -> None:
    entry = FIRST + 4
    with database.transaction(as_service("teaching")) as tx:
        at = sa.func.now()
        about = {"id": 5, "type": "tutorial", "title": "Physics", "starts": at, "ends": at, "status": "active"}
        tx.execute(sa.insert(event).values(about))
        links = {"slip_id": FIRST, "course_id": FIRST, "event_id": 5, "homework_id": FIRST}
        tx.execute(sa.update(journal_entry).where(journal_entry.c.id == entry).values(links))
        first = tx.scalar(sa.select(sa.func.min(given.c.id)).where(given.c.homework_id == FIRST))
    answer = assert_few(client, OFFICE, f"/api/v1/journalEntry/{entry}")
    assert {one["kind"]: one["target"] for one in answer["links"]} == {
        "slip": f"/system/slips?slip={FIRST}",
        "course": f"/courses/{FIRST}",
        "event": "/companyCalendar/day?event=5",
        "homework": f"/homework?homework={first}",
    }


def assert_few(client: ClientFor, who: Any, path: str) -> dict[str, Any]:
    """Open a record; return the response."""
    with statements() as sent:
        answer = client(who).get(path)
    assert answer.status_code == 200, answer.text
    assert 0 < len(sent) <= MOST, sent
    data: dict[str, Any] = answer.json()["data"]
    return data
