from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.reminders import Rung, remind
from kit.reminders.reminder import Reminder
from kit.values.days import today
from people.checklists.model import checklist, checklist_item
from people.checklists.reminding import OVERDUE_STEPS
from people.checklists.starting import start_for, start_selection
from people.requirements.received import receive
from services.people.tests.builders import make_person, make_template, row_of, staff
from staffroom_testing.plugin import ClientFor, Published

OFFICE = {"owner": "academicOffice"}


def steps_of(client: ClientFor, checklist_id: int) -> list[dict[str, Any]]:
    steps: list[dict[str, Any]] = client(staff()).get(f"/api/v1/checklists/{checklist_id}").json()["data"]["steps"]
    return steps


def move(client: ClientFor, step: dict[str, Any], name: str, *roles: str, **body: Any) -> Any:
    return client(staff(*roles)).post(f"/api/v1/checklists/items/{step['id']}/{name}", json=body)


def start(client: ClientFor, template: int, record: int) -> int:
    answer = client(staff()).post("/api/v1/checklists", json={"templateId": template, "entityId": record})
    assert answer.status_code == 201, answer.text
    return int(answer.json()["data"]["id"])


def test_enrolled_student_starts_checklist_with_copied_steps(database: Database, client: ClientFor) -> None:
    due = {"due_days": 7, "due_from": "start"} | OFFICE
    template = make_template(database, "student", due, {"waits": True}, starts="studentEnrolled", title="New student")
    mia = make_person(database, "student", status="enquiry", last_name="Wood")
    anna = client(staff())
    assert anna.put(f"/api/v1/students/{mia}", json={"field": "status", "newValue": "active"}).status_code == 200
    [shown] = anna.get(f"/api/v1/checklists/of/student/{mia}").json()["data"]
    assert (shown["title"], shown["doneCount"], shown["total"]) == ("New student", 0, 2)
    assert shown["nextDue"] == (today() + dt.timedelta(days=7)).isoformat()
    admin = client(staff("sysAdmin"))
    admin.put(f"/api/v1/templates/checklist/{template}", json={"field": "title", "newValue": "Another"})
    first = admin.get(f"/api/v1/templates/checklist/{template}").json()["data"]["steps"][0]
    admin.put(f"/api/v1/templates/checklist/steps/{first['id']}", json={"field": "title", "newValue": "Other"})
    [same] = anna.get(f"/api/v1/checklists/of/student/{mia}").json()["data"]
    assert (same["title"], same["steps"][0]["title"]) == ("New student", "Step 1")
    anna.put(f"/api/v1/students/{mia}", json={"field": "status", "newValue": "alumni"})
    anna.put(f"/api/v1/students/{mia}", json={"field": "status", "newValue": "active"})
    assert len(anna.get(f"/api/v1/checklists/of/student/{mia}").json()["data"]) == 1


def test_step_waits_for_the_one_before_and_last_step_ends_checklist(database: Database, client: ClientFor) -> None:
    started = start(client, make_template(database, "student", {}, {"waits": True}), make_person(database, "student"))
    first, second = steps_of(client, started)
    assert second["blocked"]
    assert move(client, second, "done").json()["error"] == "Please do the previous step first"
    assert move(client, first, "skip", skippedReason="no").status_code == 422
    assert move(client, first, "skip", skippedReason="Not needed here").status_code == 200
    assert move(client, second, "done").status_code == 200
    assert row_of(database, checklist, started)["status"] == "done"
    assert move(client, second, "reopen").status_code == 200
    row = row_of(database, checklist, started)
    assert (row["status"], row["done_count"], row["total"]) == ("open", 1, 2)
    assert steps_of(client, started)[1]["doneByName"] == ""


def test_step_is_done_by_its_role(database: Database, client: ClientFor) -> None:
    template = make_template(database, "student", {"owner": "examsOffice"})
    [step] = steps_of(client, start(client, template, make_person(database, "student")))
    assert move(client, step, "done").status_code == 403
    assert move(client, step, "done", "examsOffice").status_code == 200


@pytest.mark.parametrize("need", ["file", "form", "field", "signature"])
def test_step_is_refused_until_its_requirement_is_met(database: Database, client: ClientFor, need: str) -> None:
    step = {"needs": need, "field": "parentalConsent", "form_id": 7}
    mia = make_person(database, "student")
    [item] = steps_of(client, start(client, make_template(database, "student", step), mia))
    refused = move(client, item, "done")
    assert refused.status_code in {409, 422}, refused.text
    with database.transaction(staff()) as tx:
        if need == "file":
            tx.execute(checklist_item.update().values(evidence_ids=[1]))
        receive(tx, 7, "student", mia, 1)
    if need == "field":
        consent = {"field": "parentalConsent", "newValue": today().isoformat()}
        client(staff()).put(f"/api/v1/students/{mia}", json=consent)
    body = {"signature": "Ada Lovelace"} if need == "signature" else {}
    assert move(client, item, "done", **body).status_code == 200


def test_checklist_is_started_for_selection_once_each(database: Database, client: ClientFor) -> None:
    template, students = make_template(database, "student", {}), [make_person(database, "student") for _ in range(3)]
    start(client, template, students[0])
    body = {"templateId": template, "ids": students}
    answer = client(staff()).post("/api/v1/checklists/start", json=body)
    assert answer.json()["data"] == {"started": 2, "skipped": 1}
    again = client(staff()).post("/api/v1/checklists", json={"templateId": template, "entityId": students[0]})
    assert again.json()["error"] == "This checklist is already open for the record"


def test_higher_room_starts_checklist_for_its_own_record(database: Database, client: ClientFor) -> None:
    started = dt.date(2027, 1, 1)
    step = {"due_days": -2, "due_from": "started"}
    make_template(database, "application", step, starts="applicationReceived")
    with database.transaction(staff()) as tx:
        [one] = start_for(tx, "applicationReceived", "application", 12, "Tom Hall", {"started": started})
        assert start_for(tx, "applicationReceived", "application", 12, "Tom Hall", {}) == []
    shown = client(staff()).get(f"/api/v1/checklists/{one}").json()["data"]
    assert (shown["name"], shown["screen"]) == ("Tom Hall", "/applications/tutors/12")
    assert shown["steps"][0]["due"] == "2026-12-30"


def test_cancelled_checklist_takes_no_steps(database: Database, client: ClientFor) -> None:
    started = start(client, make_template(database, "student", {}), make_person(database, "student"))
    [step] = steps_of(client, started)
    assert client(staff()).post(f"/api/v1/checklists/{started}/cancel", json={}).status_code == 200
    assert move(client, step, "done").json()["error"] == "This checklist is not open"


def test_my_steps_are_unblocked_steps_of_my_roles(database: Database, client: ClientFor) -> None:
    template = make_template(database, "student", OFFICE, OFFICE | {"waits": True}, {"owner": "examsOffice"}, {})
    start(client, template, make_person(database, "student"))

    def mine(*roles: str) -> list[str]:
        rows = client(staff(*roles)).get("/api/v1/checklists/mine?blocked=false").json()["data"]
        return sorted(row["title"] for row in rows)

    assert mine() == ["Step 4"]
    assert mine("academicOffice") == ["Step 1", "Step 4"]
    assert mine("examsOffice") == ["Step 3", "Step 4"]


def test_overdue_steps_are_reminded_by_role(database: Database, client: ClientFor, published: Published) -> None:
    step = OFFICE | {"due_days": -1, "due_from": "start"}
    start(client, make_template(database, "student", step, step | {"waits": True}), make_person(database, "student"))
    enable(database, OVERDUE_STEPS)
    published()
    assert remind(OVERDUE_STEPS, staff(), today()) == 1
    [notice] = [payload for subject, _, payload in published() if subject == "people.notification.raised"]
    assert (notice["title"], notice["roleIds"]) == ("1 step of a checklist is due", ["academicOffice"])
    assert remind(OVERDUE_STEPS, staff(), today()) == 0


def enable(database: Database, reminder: Reminder) -> None:
    """Enable every rung."""
    from kit.database import tables

    with database.transaction(staff()) as tx:
        for rung in reminder.ladder:
            assert isinstance(rung, Rung)
            tx.execute(tables.reminder_setting.insert().values(reminder=reminder.name, rung=rung.name, enabled=True))


def test_templates_are_edited_by_system_administrators(database: Database, client: ClientFor) -> None:
    admin = client(staff("sysAdmin"))
    body = {"title": "Leaver", "about": "student", "starts": "byHand", "active": True}
    template = admin.post("/api/v1/templates/checklist", json=body).json()["data"]["id"]
    for title in ("First", "Second"):
        step = {"title": title, "owner": "staff", "needs": "none", "dueFrom": "start"}
        assert admin.post(f"/api/v1/templates/checklist/{template}/step", json=step).status_code == 201
    steps = admin.get(f"/api/v1/templates/checklist/{template}").json()["data"]["steps"]
    order = [steps[1]["id"], steps[0]["id"]]
    assert admin.post(f"/api/v1/templates/checklist/{template}/step/order", json={"ids": order}).status_code == 200
    assert [one["id"] for one in admin.get(f"/api/v1/templates/checklist/{template}").json()["data"]["steps"]] == order
    assert client(staff()).get("/api/v1/templates/checklist").status_code == 403
    names = client(staff()).get("/api/v1/templates/checklist/names?about=student").json()["data"]
    assert names == [{"value": template, "label": "Leaver"}]


def test_selection_costs_as_many_statements_as_one_record(database: Database, client: ClientFor) -> None:
    due = {"due_days": 3, "due_from": "start"}
    template = make_template(database, "student", {}, {"waits": True} | due)
    students = [make_person(database, "student") for _ in range(5)]
    statements: list[str] = []

    def note(*arguments: Any) -> None:
        statements.append(arguments[2])

    counts = []
    for chosen in (students[:1], students[1:]):
        with database.transaction(staff()) as tx:
            sa.event.listen(tx.connection, "before_cursor_execute", note)
            assert start_selection(tx, template, chosen)["started"] == len(chosen)
            sa.event.remove(tx.connection, "before_cursor_execute", note)
        counts.append(len(statements))
        statements.clear()
    assert counts[0] == counts[1]
    [shown] = client(staff()).get(f"/api/v1/checklists/of/student/{students[-1]}").json()["data"]
    assert (shown["total"], shown["nextDue"]) == (2, (today() + dt.timedelta(days=3)).isoformat())
    assert [step["blocked"] for step in shown["steps"]] == [False, True]


def test_page_offers_events_that_rooms_report(client: ClientFor) -> None:
    fields = client(staff("sysAdmin")).get("/api/v1/templates/checklist/fields").json()["data"]["sections"][0]["fields"]
    [starts] = [field for field in fields if field["name"] == "starts"]
    offered = {choice["value"] for choice in starts["options"]}
    assert {"studentEnrolled", "applicationReceived", "examEntered"} <= offered
