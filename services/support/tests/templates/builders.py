"""Templates for tests, created over HTTP."""

from __future__ import annotations

from typing import Any

from services.support.tests.tickets.builders import TECH, URL
from staffroom_testing.plugin import ClientFor

BODY: dict[str, Any] = {
    "name": "New starter",
    "title": "Set up a new member of staff",
    "team": "techSupport",
    "metaType": "general",
    "priority": 2,
    "text": "<p>Somebody joins us.</p>",
    "questions": [{"question": "Who is it?"}, {"question": "From <which> day?"}],
}


def template(client: ClientFor, **more: Any) -> int:
    """Create a template and return its id."""
    answer = client(TECH).post(f"{URL}/ticketTemplate", json=BODY | more)
    assert answer.status_code == 201, answer.text
    return int(answer.json()["data"]["id"])
