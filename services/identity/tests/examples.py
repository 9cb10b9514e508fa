"""Examples of every declaration, for the suite that walks them all."""

from __future__ import annotations

from typing import Any

YEAR = 8
"""The demo's academic year 2026-2027: year n starts in 2018 + n."""

FIELDS: dict[str, dict[str, dict[str, list[Any]]]] = {
    "user": {
        "username": {"accepts": ["ada.lovelace", "ada@x.org"], "refuses": ["ab", "two words", "", None, 5]},
        # names of persons are the persons'; the reception desk is none
        "firstName": {"record": 831, "accepts": ["Ada", "", None], "refuses": ["x" * 81, 5]},
        "lastName": {"record": 831, "accepts": ["Lovelace", "O'Brien"], "refuses": ["", None, "x" * 81]},
        "email": {"accepts": ["ada@staffroom.example"], "refuses": ["ada", "", None, "a@b"]},
        "status": {"accepts": ["active", "inactive"], "refuses": ["gone", "", None, True]},
        "primaryDepartmentId": {"accepts": [1, None], "refuses": ["Oxford", -1, 1.5]},
        "isPT": {"accepts": [True, "false"], "refuses": ["maybe", 1]},
        "roleIds": {"accepts": [["staff"], [], ["staff", "finance"]], "refuses": ["staff", ["king"], [1]]},
        "staffId": {"accepts": [1], "refuses": ["one"]},
        "tutorId": {"accepts": [1], "refuses": ["one"]},
        "studentId": {"accepts": [1], "refuses": ["one"]},
        "clientId": {"accepts": [1], "refuses": ["one"]},
        "candidateId": {"accepts": [1], "refuses": ["one"]},
        "invigilatorId": {"accepts": [1], "refuses": ["one"]},
        "agentId": {"accepts": [1], "refuses": ["one"]},
        "avatarOffsetX": {"accepts": [0, 100], "refuses": [101, -1, None, "left"]},
        "avatarOffsetY": {"accepts": [0, 100], "refuses": [101, -1, None, "top"]},
    },
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
    "releaseNote": {
        "versionName": {"accepts": ["9.1.2", "9.0"], "refuses": ["1", "one", "", None]},
        "released": {"accepts": ["2026-11-12", "12th November 2026"], "refuses": ["soon", "", None]},
        "title": {"accepts": ["New", "", None], "refuses": ["x" * 121, 5]},
        "body": {"accepts": ["<p>New</p>"], "refuses": ["", "<p></p>", None, 5]},
    },
}

MOVES: dict[str, dict[str, dict[str, Any]]] = {}

LISTS: dict[str, dict[str, dict[str, str]]] = {
    "users": {
        "filters": {"status": "active", "role": "staff,tutor", "primaryDepartmentId": "1", "isPT": "true", "id": "1,2"}
    },
    "sessions": {"filters": {"state": "ended,expired", "app": "staff", "userId": "1"}},
    "audit": {"filters": {"kind": "signedIn", "created": "2026-01-01..", "userId": "1", "actingUserId": "1"}},
    "orgs": {"filters": {}},
    "departments": {"filters": {"organisationId": "1"}},
    "academicYears": {"filters": {"year": "2020..2026"}},
    "releaseNotes": {"filters": {"released": "2026-01-01.."}},
}
