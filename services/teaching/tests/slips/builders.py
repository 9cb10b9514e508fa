"""People and moves of the tests of slips."""

from __future__ import annotations

from typing import Any

from kit.database import Database
from kit.policy import Actor
from services.teaching.tests.builders import (
    make_slip,
)
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor, Published
from teaching.events import NOTIFICATION_RAISED

OFFICE = actor("staff", name="Rita Reviewer")
ADMIN = actor("staff", "sysAdmin")
TUTOR = actor("tutor", persons={"tutor": 1})
OTHER_TUTOR = actor("tutor", persons={"tutor": 2})
STUDENT = actor("student", persons={"student": 1})
REASON = {"returnReason": "Please say more about the homework"}


def mark(client: ClientFor, who: Actor, slip: int, name: str, body: dict[str, Any] | None = None) -> Any:
    return client(who).post(f"/api/v1/slip/{slip}/mark/{name}", json=body or {})


def make_in(database: Database, status: str, **values: Any) -> int:
    return make_slip(database, status=status, **values)


def news(published: Published) -> list[dict[str, Any]]:
    """Return the notices raised since the last call."""
    return [payload for subject, _, payload in published() if subject == NOTIFICATION_RAISED.subject]
