"""Examples of locations, for the conformance suite."""

from __future__ import annotations

from typing import Any

from services.people.tests.values import (
    LINK,
    chosen,
    needed,
    text,
)

FIELDS: dict[str, Any] = {
    "location": {
        "title": needed(100, "Euler room"),
        "type": chosen("building", "room", "zoom", "external"),
        "status": chosen("active", "retired"),
        "parentId": LINK,
        "capacity": {"accepts": [12, "12", None], "refuses": [-1, 10_001, "many"]},
        "line1": text(200, "1 Mill Road"),
        "line2": text(200, "Second floor"),
        "city": text(100, "Oxford"),
        "postcode": text(20, "OX1 1AA"),
        "notes": text(2000, "Ring twice"),
    },
}
LISTS: dict[str, Any] = {
    "locations": {"filters": {"type": "room,zoom", "status": "active", "city": "Oxford"}},
    "calendarLocations": {"filters": {}},
    "buildings": {"filters": {}},
}
