"""Two people move the same event: the second sees its current time, and can confirm the move or cancel it."""

from __future__ import annotations

from typing import Any

import pytest

from kit.database import Database
from services.people.tests.builders import make_person, staff
from services.people.tests.calendar.test_notices import DAY, EVENTS, book
from staffroom_testing.plugin import ClientFor

SEEN = {"start": f"{DAY}T09:00:00Z", "end": f"{DAY}T10:00:00Z"}
FIRST = {"start": f"{DAY}T11:00:00Z", "end": f"{DAY}T12:00:00Z"}
SECOND = {"start": f"{DAY}T14:00:00Z", "end": f"{DAY}T15:00:00Z"}


def move(values: dict[str, str], seen: dict[str, str]) -> dict[str, Any]:
    return {"changes": [{"field": name, "newValue": value, "oldValue": seen[name]} for name, value in values.items()]}


def times(client: ClientFor, event: int) -> dict[str, str]:
    data = client(staff()).get(f"{EVENTS}/{event}").json()["data"]
    return {name: data[name] for name in SEEN}


@pytest.mark.parametrize("with_tutor", [False, True], ids=["to another time", "into another column"])
def test_second_move_of_an_event_is_refused_with_its_current_time(
    client: ClientFor, database: Database, with_tutor: bool
) -> None:
    tutor, other = (make_person(database, "tutor") for _ in range(2))
    event = book(client, ("tutor", tutor))
    assert times(client, event) == SEEN
    office, path = client(staff()), f"{EVENTS}/{event}"

    def second(seen: dict[str, str]) -> Any:
        if not with_tutor:
            return office.put(path, json=move(SECOND, seen))
        body = {"kind": "tutor", "before": tutor, "after": other, **SECOND, "oldValues": seen}
        return office.post(f"{path}/people", json=body)

    assert office.put(path, json=move(FIRST, SEEN)).status_code == 200
    refused = second(SEEN)
    assert (refused.status_code, refused.json()["code"]) == (409, "changed_meanwhile")
    assert refused.json()["values"] == FIRST
    assert times(client, event) == FIRST
    assert second(FIRST).status_code == 200
    assert times(client, event) == SECOND
