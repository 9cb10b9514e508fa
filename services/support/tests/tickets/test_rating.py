"""The rating of an answer."""

from __future__ import annotations

from typing import Any

from kit.policy import Actor
from services.support.tests.builders import STUDENT
from services.support.tests.tickets.builders import TECH, URL, get_ticket, raised, written
from staffroom_testing.plugin import ClientFor


def rated(client: ClientFor, who: Actor, ticket: int, **body: Any) -> Any:
    """Return the answer of POST support/ticket/{id}/rate."""
    return client(who).post(f"{URL}/ticket/{ticket}/rate", json=body)


def moves(client: ClientFor, who: Actor, ticket: int) -> list[str]:
    return [move["name"] for move in get_ticket(client, who, ticket)["moves"]]


def test_primary_user_rates_a_resolved_ticket(client: ClientFor) -> None:
    number = raised(client, STUDENT)
    written(client, TECH, number)
    assert rated(client, STUDENT, number, rating=5).status_code == 409
    client(TECH).post(f"{URL}/ticket/{number}/resolve")
    assert moves(client, STUDENT, number) == ["reopen", "rate"] and moves(client, TECH, number) == ["reopen"]
    assert rated(client, TECH, number, rating=5).status_code == 403
    assert rated(client, STUDENT, number, rating=6).status_code == 422
    assert rated(client, STUDENT, number, rating=4, comment="Quick").status_code == 200
    detail = get_ticket(client, TECH, number)
    assert (detail["rating"], detail["ratingComment"]) == (4, "Quick")
    rows = client(TECH).get(f"{URL}/tickets/techSupport?page=1&rating=4").json()["data"]
    assert [row["id"] for row in rows] == [number]
