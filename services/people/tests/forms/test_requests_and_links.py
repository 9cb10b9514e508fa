"""Requests with their reminders, and links for outside persons."""

from __future__ import annotations

import datetime as dt
from typing import Any
from urllib.parse import urlsplit

import pytest
import sqlalchemy as sa

from kit.database import Database
from people.forms.model import form_link
from services.people.tests.builders import attend, make_course, make_person, make_words, staff
from services.people.tests.forms.builders import (
    NAME,
    NEXT_MONTH,
    OFFICE,
    begin,
    definition,
    family,
    fill,
    move,
    publish,
    read,
)
from staffroom_testing.databases import statements
from staffroom_testing.plugin import ClientFor, Published

pytestmark = pytest.mark.usefixtures("no_earlier_posts")

YES = {"id": "fyes1", "type": "yesno", "title": "Swims?", "required": True}
PICK = {"id": "fpick1", "type": "multiselect", "title": "Food", "options": [{"value": "Vegan", "label": "Vegan"}]}
ROWS = {
    "id": "frows1",
    "type": "repeat",
    "title": "Medicines",
    "fields": [{"id": "fin1", "type": "text", "title": "Medicine", "required": True}],
}
SIGN = {"id": "fsign1", "type": "signature", "title": "Signature", "required": True}


def test_the_parents_of_a_course_are_asked_and_answer(
    database: Database, client: ClientFor, published: Published
) -> None:
    make_words(database)
    parent, _, student = family(database)
    lonely, course = make_person(database, "student", last_name="Lonely"), make_course(database)
    attend(database, course, student)
    attend(database, course, lonely)
    office = client(OFFICE)
    form = publish(office, NAME, about="student", reviewed=True)
    body: dict[str, Any] = {"courseId": course, "deadline": NEXT_MONTH}
    with statements() as read_at_once:
        dry = office.post(f"/api/v1/form/{form}/requests", json=body | {"dry": True}).json()["data"]
    assert len([text for text in read_at_once if "client_student" in text]) == 1
    assert (dry["asked"], dry["refused"]) == (1, 1)
    assert {one["name"]: one["refusal"] for one in dry["results"]} == {
        "Ethel Turing": "",
        "Ada Lonely": "There is no client to ask",
    }
    assert office.get("/api/v1/form/requests?page=1").json()["total"] == 0
    office.post(f"/api/v1/form/{form}/requests", json=body)
    again = office.post(f"/api/v1/form/{form}/requests", json=body).json()["data"]
    assert again["asked"] == 0 and "Already asked" in {one["refusal"] for one in again["results"]}
    (waiting,) = client(parent).get("/api/v1/forms/mine").json()["data"]["toFill"]
    assert (waiting["state"], waiting["about"]["name"]) == ("asked", "Alan Turing")
    (row,) = office.get("/api/v1/form/requests?page=1").json()["data"]
    assert office.post(f"/api/v1/form/request/{row['id']}/remind", json={}).status_code == 200
    entry = begin(client(parent), form, requestId=waiting["requestId"])
    assert read(client(parent), entry)["about"] == {"kind": "student", "id": student, "name": "Alan Turing"}
    fill(client(parent), entry, fname1="Alan")
    assert move(client(parent), entry, "submit").status_code == 200
    (row,) = office.get("/api/v1/form/requests?page=1").json()["data"]
    assert (row["status"], row["entryId"]) == ("done", entry)
    titles = [payload["title"] for subject, _, payload in published() if subject == "people.notification.raised"]
    assert titles[:2] == ["Please fill in: Consent", "Reminder: Consent"]


def test_a_request_is_withdrawn_and_refused(database: Database, client: ClientFor) -> None:
    parent, _, student = family(database)
    office = client(OFFICE)
    form = publish(office, NAME, about="student")
    past = (dt.datetime.now(dt.UTC) - dt.timedelta(days=1)).isoformat()
    body: dict[str, Any] = {"personIds": [student], "deadline": past}
    assert "deadline" in office.post(f"/api/v1/form/{form}/requests", json=body).json()["fields"]
    result = office.post(f"/api/v1/form/{form}/requests", json=body | {"deadline": NEXT_MONTH}).json()["data"]
    request = result["results"][0]["requestId"]
    assert office.post(f"/api/v1/form/request/{request}/withdraw", json={}).status_code == 200
    assert client(parent).get("/api/v1/forms/mine").json()["data"]["toFill"] == []
    assert client(parent).post(f"/api/v1/form/{form}/entry", json={"requestId": request}).status_code == 409
    assert client(staff()).post(f"/api/v1/form/{form}/requests", json=body).status_code == 403


def _link(office: Any, form: int, **more: Any) -> str:
    body = {"purpose": "Consent for the museum", "expires": NEXT_MONTH} | more
    answer = office.post(f"/api/v1/form/{form}/links", json=body)
    assert answer.status_code == 201, answer.text
    return urlsplit(answer.json()["data"]["address"]).path


def test_a_person_outside_sends_a_form_without_script(database: Database, client: ClientFor) -> None:
    office, outside = client(OFFICE), client(None)
    form = publish(office, NAME, YES, PICK, ROWS, SIGN, audience=("outside",), thanks="See you there")
    path = _link(office, form)
    page = outside.get(path)
    assert page.status_code == 200
    assert "default-src 'none'" in page.headers["content-security-policy"] and page.text.count("<script") == 1
    refused = outside.post(path, data={"fname1": "<b>Ada</b>", "frows1.1.fin1": "Aspirin"})
    assert refused.status_code == 422
    assert "Form errors: Please check for errors in the form" in refused.text
    assert "&lt;b&gt;Ada&lt;/b&gt;" in refused.text and "Aspirin" in refused.text, "typed text is kept"
    assert outside.get(path).status_code == 200, "a use is counted when the form is sent"
    whole = {
        "filler": "Ada Byron",
        "fname1": "Ada",
        "fyes1": "no",
        "fpick1": "Vegan",
        "frows1.0.fin1": "Aspirin",
        "fsign1": "Ada Byron",
    }
    sent = outside.post(path, data=whole)
    assert sent.status_code == 200 and "See you there" in sent.text, sent.text
    (row,) = office.get("/api/v1/form/entries?page=1").json()["data"]
    assert (row["filledName"], row["status"]) == ("Ada Byron", "accepted")
    entry = read(office, row["id"])
    assert entry["answers"] == {"fname1": "Ada", "fyes1": False, "fpick1": ["Vegan"], "frows1": [{"fin1": "Aspirin"}]}
    assert entry["signatures"]["fsign1"]["name"] == "Ada Byron"
    assert outside.post(path, data=whole).status_code == 410, "it had one use"


def test_the_page_of_a_link_shows_the_help_of_the_form_as_it_was_written(database: Database, client: ClientFor) -> None:
    office, outside = client(OFFICE), client(None)
    field = NAME | {"help": "<p>As in the <strong>passport</strong></p>"}
    note = {"id": "fnote1", "type": "note", "title": "Note", "help": "<p>We meet at <em>noon</em></p>"}
    whole = definition(field, note)
    whole["pages"][0] |= {"title": "Trip", "help": "<p>Two minutes</p><script>alert(1)</script>"}
    asked = {"title": "Consent", "definition": whole, "about": "none", "audience": ["outside"]}
    form = office.post("/api/v1/forms", json=asked).json()["data"]["id"]
    assert office.post(f"/api/v1/form/{form}/publish", json={}).status_code == 200
    page = outside.get(_link(office, form)).text
    for text in ("<p>Two minutes</p>", "<strong>passport</strong>", "<em>noon</em>"):
        assert text in page
    assert "alert(1)" not in page


def test_a_link_ends(database: Database, client: ClientFor) -> None:
    office, outside = client(OFFICE), client(None)
    form = publish(office, NAME, audience=("outside",))
    assert outside.get("/api/v1/public/form/nothing").status_code == 404
    expired, revoked = _link(office, form, usesMost=5), _link(office, form, usesMost=5)
    rows = {row["id"]: row for row in office.get("/api/v1/form/links?page=1").json()["data"]}
    first, second = sorted(rows)
    with database.transaction(OFFICE) as tx:
        past = dt.datetime.now(dt.UTC) - dt.timedelta(minutes=1)
        tx.execute(sa.update(form_link).where(form_link.c.id == first).values(expires=past))
    assert office.post(f"/api/v1/form/link/{second}/revoke", json={}).status_code == 200
    for path in (expired, revoked):
        gone = outside.get(path)
        assert (gone.status_code, "no longer valid" in gone.text) == (410, True)
    inside = publish(office, NAME)
    body = {"purpose": "Nobody", "expires": NEXT_MONTH}
    assert office.post(f"/api/v1/form/{inside}/links", json=body).status_code == 409


def test_a_program_that_fills_in_every_field_is_ignored(database: Database, client: ClientFor) -> None:
    office = client(OFFICE)
    path = _link(office, publish(office, NAME, audience=("outside",)))
    body = {"filler": "Bot", "fname1": "Bot", "website": "http://spam.example"}
    assert client(None).post(path, data=body).status_code == 200
    assert office.get("/api/v1/form/entries?page=1").json()["total"] == 0
