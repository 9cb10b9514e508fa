"""Examples of forms, for the conformance suite."""

from __future__ import annotations

from typing import Any

from services.people.tests.values import chosen, needed, text

FIELDS: dict[str, Any] = {
    "formRecord": {
        "title": needed(200, "Trip to the museum"),
        "kind": chosen("consent", "feedback"),
        "description": text(2_000, "Before the first lesson"),
        "audience": {"accepts": [["client"], ["student", "tutor"], []], "refuses": ["client", ["nobody"], 5]},
        "about": chosen("student", "none"),
        "slug": needed(60, "trip-to-the-museum"),
    },
    "formRetention": {"holds": chosen("personal"), "months": {"accepts": [12, "24"], "refuses": [0, 1_201, "x"]}},
}
MOVES: dict[str, Any] = {
    "formRecord": {"publish": {"body": {}}, "retire": {"body": {}}, "republish": {"body": {}}},
}
LISTS: dict[str, Any] = {
    "formRetention": {"filters": {}},
    "forms": {
        "filters": {
            "status": "draft,published",
            "kind": "consent,paq",
            "audience": "client",
            "generation": "2",
        },
    },
}
