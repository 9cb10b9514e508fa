"""Canned answers: edited by support staff, offered with the fields of a ticket filled in, counted."""

from __future__ import annotations

from typing import Any

from services.support.tests.builders import STAFF, STUDENT
from services.support.tests.tickets import conftest as of_tickets
from services.support.tests.tickets.builders import GUIDE, TECH, URL, raised
from staffroom_testing.plugin import ClientFor

people = of_tickets.people
stored = of_tickets.stored
TEXT = "<p>Dear {{asker.firstName}}, ticket {{ticket.id}} ({{ticket.title}}) is mine. {{me.name}}</p>"


def canned(client: ClientFor, **more: Any) -> Any:
    body = {"title": "Mine", "shortcut": "mine", "text": TEXT, **more}
    return client(TECH).post(f"{URL}/answer", json=body)


def offered(client: ClientFor, who: Any, ticket: int) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = client(who).get(f"{URL}/ticket/{ticket}/answers").json()["data"]
    return rows


def test_ticket_is_offered_the_filled_in_answers_of_its_team(client: ClientFor) -> None:
    number = raised(client, STUDENT, title="<b>Broken</b> & more")
    assert canned(client).status_code == 201
    assert canned(client, title="Tutors", shortcut="tutors", team="tutorSupport").status_code == 201
    (one,) = offered(client, TECH, number)
    assert one["text"] == (
        f"<p>Dear Sam, ticket {number} (&lt;b&gt;Broken&lt;/b&gt; &amp; more) is mine. Theo Tech</p>"
    )
    assert client(STUDENT).get(f"{URL}/ticket/{number}/answers").status_code == 403
    assert client(GUIDE).get(f"{URL}/ticket/{number}/answers").status_code == 404


def test_most_used_answers_come_first(client: ClientFor) -> None:
    number = raised(client, STUDENT)
    first = canned(client, title="A", shortcut="a").json()["data"]["id"]
    second = canned(client, title="B", shortcut="b").json()["data"]["id"]
    assert [one["id"] for one in offered(client, TECH, number)] == [first, second]
    used = client(TECH).post(f"{URL}/answer/{second}/used").json()["data"]
    assert used == {"id": second, "used": 1}
    assert [one["id"] for one in offered(client, TECH, number)] == [second, first]
    assert client(TECH).get(f"{URL}/answers?page=1&sort=-used").json()["data"][0]["used"] == 1
    assert client(TECH).post(f"{URL}/answer/999999/used").status_code == 404


def test_unknown_merge_fields_and_duplicate_shortcuts_are_refused(client: ClientFor) -> None:
    canned(client)
    assert canned(client, text="<p>{{asker.age}}</p>", shortcut="x").json()["fields"]["text"]
    assert canned(client, shortcut="Mine!").json()["fields"]["shortcut"]
    assert canned(client).json()["error"] == "Another answer of this team has this shortcut"
    assert canned(client, team="techSupport").status_code == 201, "another team has its own"
    assert client(STAFF).get(f"{URL}/answers?page=1").status_code == 403
    assert client(STAFF).post(f"{URL}/answer", json={"title": "T", "text": "<p>t</p>"}).status_code == 403
