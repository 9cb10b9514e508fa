"""Examples of places of work, for the conformance suite."""

from __future__ import annotations

from typing import Any

FIELDS: dict[str, Any] = {
    "organisation": {
        "title": {"accepts": ["Bath"], "refuses": ["", None, "x" * 81]},
        "currency": {"accepts": ["GBP", "EUR", "USD"], "refuses": ["DKK", "", None]},
        "country": {"accepts": ["GB", "pt"], "refuses": ["G", "GBR", "", None, "12"]},
    },
    "department": {
        "title": {"accepts": ["Bath"], "refuses": ["", None, "x" * 81]},
        "color": {"accepts": ["#1d4f91", "#ABCDEF"], "refuses": ["red", "#12", "", None]},
        "currency": {"accepts": ["GBP", "EUR", "USD"], "refuses": ["DKK", "", None]},
        "organisationId": {"accepts": [1], "refuses": ["Oxford", None, -1]},
    },
    "academicYear": {
        "title": {"accepts": ["2026-2027", "The year of 2026"], "refuses": ["", None, "x" * 41]},
        "year": {"accepts": [2026], "refuses": [1999, "soon", None]},
        **{
            f"{term}{edge}": {"record": 8, "accepts": [day, f"{day} 00:00:00"], "refuses": ["soon", "", None, 5]}
            for term, days in {
                "mt": ("2026-09-14", "2026-12-06"),
                "ht": ("2027-01-04", "2027-03-21"),
                "tt": ("2027-04-12", "2027-06-13"),
            }.items()
            for edge, day in zip(("Start", "End"), days, strict=True)
        },
    },
}
LISTS: dict[str, Any] = {
    "orgs": {"filters": {}},
    "departments": {"filters": {"organisationId": "1"}},
    "academicYears": {"filters": {"year": "2020..2026"}},
}
