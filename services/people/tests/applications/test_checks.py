"""Checks of applicants: waived ones and expiring ones."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from kit.database import Database, tables
from kit.policy import Actor
from kit.reminders import remind
from kit.values.days import today
from people.applications.rules import REQUIRED_CHECKS
from people.checks.fields import NO_REASON
from people.checks.model import person_check
from people.compliance.reminding import EXPIRING_CHECKS
from services.people.tests.applications.builders import (
    ADMIN,
    COMPLIANCE,
    OFFICE,
    PATH,
    make_application,
    make_checks,
    make_reference,
)
from services.people.tests.builders import insert
from staffroom_testing.plugin import ClientFor, Published


def _move(client: ClientFor, record: int, name: str, by: Actor = OFFICE, **body: Any) -> Any:
    return client(by).post(f"{PATH}/{record}/{name}", json=body)


def test_waived_check_needs_a_reason_and_satisfies_the_offer(database: Database, client: ClientFor) -> None:
    record = make_application(database, status="offer")
    make_reference(database, record)
    make_reference(database, record, email="owen@schools.example")
    make_checks(database, record, *(one for one in REQUIRED_CHECKS if one != "prohibition"))
    check = {
        "personType": "application",
        "personId": record,
        "type": "prohibition",
        "outcome": "notRequired",
        "date": today().isoformat(),
    }
    office = client(COMPLIANCE)
    refused = office.post("/api/v1/checks", json=check)
    assert (refused.status_code, refused.json()["fields"]) == (422, {"reason": NO_REASON})
    number = office.post("/api/v1/checks", json=check | {"reason": "Teaches adults alone"}).json()["data"]["id"]
    assert office.put(f"/api/v1/checks/{number}", json={"field": "reason", "newValue": ""}).status_code == 422
    [missing] = _move(client, record, "accept").json()["missing"]
    assert missing == (
        "These required checks are marked as not required: Prohibition from teaching (Teaches adults alone)"
    )
    shown = office.get(f"{PATH}/{record}").json()["data"]
    assert shown["missing"] == [missing] and shown["checks"][0]["reason"] == "Teaches adults alone"
    reason = {"overrideReason": "Agreed with the safeguarding lead"}
    assert _move(client, record, "override", ADMIN, **reason).status_code == 200
    assert _move(client, record, "accept").status_code == 200


@pytest.mark.parametrize(("status", "count"), [("checks", 1), ("withdrawn", 0)])
def test_expiring_right_to_work_of_an_applicant_raises_a_notice(
    database: Database, published: Published, status: str, count: int
) -> None:
    record = make_application(database, status=status, delete_after=today() if status == "withdrawn" else None)
    insert(
        database,
        person_check,
        {
            "person_type": "application",
            "person_id": record,
            "type": "rightToWork",
            "outcome": "clear",
            "date": today(),
            "expires": today() + dt.timedelta(days=20),
        },
    )
    with database.transaction(OFFICE) as tx:
        for rung in EXPIRING_CHECKS.ladder:
            values = {"reminder": EXPIRING_CHECKS.name, "rung": rung.name, "enabled": True}
            tx.execute(tables.reminder_setting.insert().values(values))
    remind(EXPIRING_CHECKS, OFFICE, dt.datetime.now(dt.UTC))
    notices = [event for _, _, event in published() if event.get("kind") == "checkExpires"]
    assert [one["target"] for one in notices] == [f"/applications/tutors/{record}/checks"] * count
