"""Examples of the user accounts as people manage them, for the conformance suite."""

from __future__ import annotations

from typing import Any

FIELDS: dict[str, Any] = {
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
}
LISTS: dict[str, Any] = {
    "users": {
        "filters": {"status": "active", "role": "staff,tutor", "primaryDepartmentId": "1", "isPT": "true", "id": "1,2"}
    },
}
