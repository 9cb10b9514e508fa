"""Tickets for tests, raised over HTTP."""

from __future__ import annotations

from typing import Any

from kit.policy import Actor
from staffroom_testing import actor

TECH = actor("staff", "techSupport", user_id=21, name="Theo Tech")
GUIDE = actor("staff", "tutorSupport", user_id=22, name="Gina Guide")
URL = "/api/v2/support"
FORM: dict[str, Any] = {
    "team": "techSupport",
    "title": "The total is wrong",
    "priority": 2,
    "metaType": "bug",
    "message": "<p>It says <b>£12</b>.</p>",
    "primaryUser": 11,
}


def post_ticket(client: Any, who: Actor, **more: Any) -> Any:
    """Return the answer of POST support/ticket."""
    return client(who).post(f"{URL}/ticket", json=FORM | {"primaryUser": who.user_id} | more)


def raised(client: Any, who: Actor, **more: Any) -> int:
    """Raise a ticket of `who` to tech support and return its id."""
    answer = post_ticket(client, who, **more)
    assert answer.status_code == 201, answer.text
    return int(answer.json()["data"]["id"])


def get_ticket(client: Any, who: Actor, ticket: int) -> dict[str, Any]:
    """Return a ticket as `who` sees it."""
    answer = client(who).get(f"{URL}/ticket/{ticket}")
    assert answer.status_code == 200, answer.text
    data: dict[str, Any] = answer.json()["data"]
    return data


def written(client: Any, who: Actor, ticket: int, message: str = "<p>I am on it</p>", **more: Any) -> Any:
    """Return the answer of POST support/ticket/{id}/message."""
    return client(who).post(f"{URL}/ticket/{ticket}/message", json={"message": message, **more})


def put(client: Any, who: Actor, ticket: int, field: str, value: Any) -> Any:
    """Return the answer of PUT support/ticket/{id}."""
    return client(who).put(f"{URL}/ticket/{ticket}", json={"field": field, "newValue": value})
