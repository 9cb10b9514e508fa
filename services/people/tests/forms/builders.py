"""Forms and entries for tests, created by the calls that pages make."""

from __future__ import annotations

import datetime as dt
from typing import Any

import httpx

from kit.database import Database
from kit.policy import Actor
from services.people.tests.builders import make_child, make_person, staff
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor

OFFICE = staff("academicOffice")
NAME = {"id": "fname1", "type": "text", "title": "Name", "required": True}
NEXT_MONTH = (dt.datetime.now(dt.UTC) + dt.timedelta(days=30)).isoformat()


def definition(*fields: dict[str, Any], **settings: Any) -> dict[str, Any]:
    """Return a definition of one page."""
    return {"settings": settings, "pages": [{"id": "page1", "title": "", "fields": list(fields)}]}


def publish(
    office: httpx.Client,
    *fields: dict[str, Any],
    audience: tuple[str, ...] = ("client",),
    about: str = "none",
    **settings: Any,
) -> int:
    """Create and publish a form of these fields; return its id."""
    body = {
        "title": "Consent",
        "definition": definition(*fields or (NAME,), **settings),
        "about": about,
        "audience": list(audience),
    }
    answer = office.post("/api/v1/forms", json=body)
    assert answer.status_code == 201, answer.text
    form = int(answer.json()["data"]["id"])
    answer = office.post(f"/api/v1/form/{form}/publish", json={})
    assert answer.status_code == 200, answer.text
    return form


def family(database: Database) -> tuple[Actor, Actor, int]:
    """Return a parent with an account, their child with an account, and the id of the child."""
    student = make_person(
        database, "student", first_name="Alan", last_name="Turing", phone="+44 20 7946 0000", user_id=702
    )
    client = make_person(database, "client", first_name="Ethel", last_name="Turing", user_id=701)
    make_child(database, client, student)
    parent = actor("client", user_id=701, name="Ethel Turing", persons={"client": client})
    child = actor("student", user_id=702, name="Alan Turing", persons={"student": student})
    return parent, child, student


def begin(who: httpx.Client, form: int, **body: Any) -> int:
    """Begin an entry; return its id."""
    answer = who.post(f"/api/v1/form/{form}/entry", json=body)
    assert answer.status_code == 201, answer.text
    return int(answer.json()["data"]["id"])


def read(who: httpx.Client, entry: int) -> dict[str, Any]:
    """Return an entry as `who` sees it."""
    answer = who.get(f"/api/v1/form/entry/{entry}")
    assert answer.status_code == 200, answer.text
    data: dict[str, Any] = answer.json()["data"]
    return data


def fill(who: httpx.Client, entry: int, **answers: Any) -> dict[str, str]:
    """Store answers; return their problems."""
    version = read(who, entry)["entryVersion"]
    body = {"answers": answers, "entryVersion": version}
    answer = who.put(f"/api/v1/form/entry/{entry}/answers", json=body)
    assert answer.status_code == 200, answer.text
    problems: dict[str, str] = answer.json()["data"]["problems"]
    return problems


def move(who: httpx.Client, entry: int, name: str, **body: Any) -> httpx.Response:
    """Make a move of an entry."""
    return who.post(f"/api/v1/form/entry/{entry}/{name}", json=body)


def sent(client: ClientFor, who: Actor, form: int, **answers: Any) -> int:
    """Begin, fill in and send an entry; return its id."""
    signed_in = client(who)
    entry = begin(signed_in, form)
    fill(signed_in, entry, **answers)
    answer = move(signed_in, entry, "submit")
    assert answer.status_code == 200, answer.text
    return entry
