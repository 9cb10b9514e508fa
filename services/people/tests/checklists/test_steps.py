"""Steps of checklists: their order, their requirements, and due days that follow the record."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from people.checklists.model import checklist_step
from people.checklists.steps import in_circle
from services.people.tests.builders import make_course, make_person, make_template, make_words, staff
from services.people.tests.checklists.test_checklists import move, start, steps_of
from services.people.tests.forms.builders import NAME, OFFICE, publish
from staffroom_testing.plugin import ClientFor

STEPS = "/api/v1/templates/checklist/steps"


def ids_of(database: Database, template: int) -> list[int]:
    c = checklist_step.c
    return [row["id"] for row in database.all(sa.select(c.id).where(c.template_id == template).order_by(c.place))]


def put(client: ClientFor, step: int, field: str, value: Any) -> Any:
    return client(staff("sysAdmin")).put(f"{STEPS}/{step}", json={"field": field, "newValue": value})


def test_step_waits_for_all_the_steps_that_it_names(database: Database, client: ClientFor) -> None:
    template = make_template(database, "student", {}, {}, {})
    first, second, third = ids_of(database, template)
    assert put(client, third, "waitsFor", [first, second]).status_code == 200
    items = steps_of(client, started := start(client, template, make_person(database, "student")))
    assert [(item["waitsFor"], item["blocked"]) for item in items] == [([], False), ([], False), ([1, 2], True)]
    move(client, items[0], "done")
    assert steps_of(client, started)[2]["blocked"]
    move(client, items[1], "skip", skippedReason="Not needed here")
    assert not steps_of(client, started)[2]["blocked"]
    move(client, items[0], "reopen")
    assert steps_of(client, started)[2]["blocked"]


def test_steps_that_wait_in_a_circle_are_refused(database: Database, client: ClientFor) -> None:
    template = make_template(database, "student", {}, {"waits": True}, {})
    first, second, third = ids_of(database, template)
    text = "These steps would wait for each other: Step 1, Step 2"
    assert put(client, first, "waitsFor", [second]).json()["fields"] == {"waitsFor": text}
    assert put(client, first, "waitsFor", [first]).json()["error"].endswith("Step 1, Step 2")
    other = ids_of(database, make_template(database, "student", {}))
    assert put(client, first, "waitsFor", other).json()["error"] == "Please choose steps of this template"
    assert put(client, second, "waitsFor", [third]).status_code == 200
    admin = client(staff("sysAdmin"))
    order = f"/api/v1/templates/checklist/{template}/step/order"
    assert admin.post(order, json={"ids": [first, third, second]}).status_code == 200
    assert put(client, third, "waits", True).status_code == 200
    assert admin.post(order, json={"ids": [first, second, third]}).status_code == 422, "the third would wait for it"
    assert admin.delete(f"{STEPS}/{third}").status_code == 200
    [shown] = admin.get(f"/api/v1/templates/checklist/{template}").json()["data"]["steps"][1:]
    assert shown["waitsFor"] == []


@pytest.mark.parametrize(
    ("waits", "circle"),
    [({1: [], 2: [1], 3: [1, 2]}, set()), ({1: [3], 2: [1], 3: [2]}, {1, 2, 3}), ({1: [1], 2: []}, {1})],
)
def test_circles_are_found(waits: dict[int, list[int]], circle: set[int]) -> None:
    assert in_circle(waits) == circle


def test_due_day_follows_a_date_of_the_record(database: Database, client: ClientFor) -> None:
    make_words(database)
    after = {"due_days": -7, "due_from": "starts"}
    template = make_template(database, "course", after, after | {"waits": True}, {"due_days": 3, "due_from": "start"})
    course = make_course(database)
    started = start(client, template, course)
    assert [step["due"] for step in steps_of(client, started)][:2] == [None, None]
    anna = client(staff())

    def begins(day: dt.date | None) -> None:
        body = {"field": "starts", "newValue": day and day.isoformat()}
        assert anna.put(f"/api/v1/courses/{course}", json=body).status_code == 200

    begins(dt.date(2020, 1, 15))
    first, second, third = steps_of(client, started)
    assert (first["due"], second["due"]) == ("2020-01-08", "2020-01-08")
    assert anna.get(f"/api/v1/checklists/{started}").json()["data"]["nextDue"] == "2020-01-08"
    move(client, first, "done")
    begins(dt.date(2020, 2, 15))
    assert [step["due"] for step in steps_of(client, started)] == ["2020-01-08", "2020-02-08", third["due"]], (
        "what is done keeps its day"
    )
    begins(None)
    assert steps_of(client, started)[1]["due"] is None
    assert anna.get(f"/api/v1/checklists/{started}").json()["data"]["nextDue"] == third["due"]


def test_step_needs_a_field_or_a_form_that_is_there(database: Database, client: ClientFor) -> None:
    make_words(database)
    template, admin = make_template(database, "student", {}), client(staff("sysAdmin"))
    path = f"/api/v1/templates/checklist/{template}"
    offered = {one["value"]: one["label"] for one in admin.get(f"{path}/fields").json()["data"]}
    assert offered["parentalConsent"] == "Parental consent signed on" and "safeguarding" not in offered
    form = publish(client(OFFICE), NAME)
    titles = client(staff()).get("/api/v1/forms/titles").json()["data"]
    assert {"value": form, "label": "Consent"} in titles
    step = {"title": "Consent", "owner": "staff", "dueFrom": "start"}
    refused = admin.post(f"{path}/step", json=step | {"needs": "field", "field": "charterAccepted"})
    assert refused.json()["fields"] == {"field": "Please choose a field of the record from the list"}
    refused = admin.post(f"{path}/step", json=step | {"needs": "form", "formId": 999_999})
    assert refused.json()["fields"] == {"formId": "Please choose a form from the list"}
    answer = admin.post(f"{path}/step", json=step | {"needs": "field", "field": "parentalConsent"})
    assert answer.status_code == 201, answer.text
    number = answer.json()["data"]["id"]
    assert put(client, number, "field", "nonsense").status_code == 422
    several = [{"field": "needs", "newValue": "form"}, {"field": "formId", "newValue": form}]
    assert admin.put(f"{STEPS}/{number}", json={"changes": several}).status_code == 200
    assert put(client, number, "needs", "field").status_code == 200
    about = admin.put(path, json={"field": "about", "newValue": "course"})
    assert about.json()["error"] == "Please choose a field of the record from the list"
    names = admin.get(f"{path}/steps").json()["data"]
    assert [one["label"] for one in names] == ["Step 1", "Consent"]
    assert client(staff()).get(f"{path}/fields").status_code == 403


@pytest.mark.parametrize(
    ("kind", "event", "values"),
    [("client", "clientCreated", {}), ("invigilator", "invigilatorAccepted", {}), ("agent", "agentCreated", {})],
)
def test_clients_invigilators_and_agents_have_checklists(
    database: Database, client: ClientFor, kind: str, event: str, values: dict[str, Any]
) -> None:
    make_words(database)
    make_template(database, kind, {}, starts=event, title="Welcome")
    by_hand = make_template(database, kind, {"needs": "field", "field": "phone"}, title="Leaving")
    office = client(staff("examsOffice"))
    body = {"firstName": "Ada", "lastName": "Wood", "status": "active"} | values
    answer = office.post(f"/api/v1/{kind}s", json=body)
    assert answer.status_code == 201, answer.text
    record = answer.json()["data"]["id"]
    [shown] = office.get(f"/api/v1/checklists/of/{kind}/{record}").json()["data"]
    assert shown["title"] == "Welcome"
    [step] = steps_of(client, start(client, by_hand, record))
    assert move(client, step, "done").json()["error"] == "Please fill in “Phone” of Ada Wood first"
    listed = office.get(f"/api/v1/checklists?page=1&entityType={kind}").json()["data"]
    assert {row["name"] for row in listed} == {"Ada Wood"}
