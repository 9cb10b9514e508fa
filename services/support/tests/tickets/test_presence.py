"""Presence on a ticket: the people who read and write it, and whether the ticket has changed."""

from __future__ import annotations

from typing import Any

from kit.policy import Actor
from services.support.tests.builders import ADMIN, OFFICE, STUDENT
from services.support.tests.tickets.builders import TECH, URL, raised, written
from staffroom_testing.plugin import ClientFor


def present(client: ClientFor, who: Actor, ticket: int, **body: Any) -> dict[str, Any]:
    answer = client(who).post(f"{URL}/presence/{ticket}", json=body)
    assert answer.status_code == 200, answer.text
    data: dict[str, Any] = answer.json()["data"]
    return data


def people(client: ClientFor, who: Actor, ticket: int, **body: Any) -> list[tuple[str, str | None]]:
    return [(one["name"], one["writing"]) for one in present(client, who, ticket, **body)["people"]]


def test_readers_and_writers_are_shown_until_they_leave(client: ClientFor) -> None:
    number = raised(client, STUDENT)
    assert people(client, TECH, number) == []
    assert people(client, ADMIN, number) == [(TECH.name, None)]
    people(client, TECH, number, writing="answer")
    assert people(client, ADMIN, number) == [(TECH.name, "answer")]
    people(client, TECH, number, gone=True)
    assert people(client, ADMIN, number) == []


def test_asker_sees_only_that_an_answer_is_being_written(client: ClientFor) -> None:
    number = raised(client, STUDENT)
    for writing, shown in ((None, []), ("note", []), ("answer", [(TECH.name, "answer")])):
        people(client, TECH, number, writing=writing)
        assert people(client, STUDENT, number) == shown


def test_page_counts_messages_visible_to_its_reader(client: ClientFor) -> None:
    number = raised(client, STUDENT)
    before = present(client, STUDENT, number)
    written(client, TECH, number, internal=True)
    assert present(client, STUDENT, number)["messages"] == before["messages"] == 1
    assert present(client, TECH, number)["messages"] == 2
    written(client, TECH, number)
    after = present(client, STUDENT, number)
    assert (after["messages"], after["version"] > before["version"]) == (2, True)


def test_presence_on_an_invisible_ticket_is_refused(client: ClientFor) -> None:
    number = raised(client, STUDENT)
    assert client(OFFICE).post(f"{URL}/presence/{number}", json={}).status_code == 404
    assert client(TECH).post(f"{URL}/presence/{number}", json={"writing": "song"}).status_code == 422
