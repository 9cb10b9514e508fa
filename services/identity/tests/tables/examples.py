"""Examples of shared tables and of the layouts of roles, for the conformance suite."""

from __future__ import annotations

from typing import Any

FIELDS: dict[str, Any] = {
    "sharedTable": {
        "title": {"accepts": ["Fees due"], "refuses": ["", None, "x" * 61]},
        "slug": {"accepts": ["fees-due-2"], "refuses": ["Fees due", "-", "", None, "x" * 61]},
        "description": {"accepts": ["Every fee", "", None], "refuses": ["x" * 501, 5]},
        "position": {"accepts": [0, 7], "refuses": [-1, 10_001, "first", None]},
        "roles": {"accepts": [["staff"], []], "refuses": [["tutor"], "staff", None]},
        "changeRoles": {"accepts": [["accounting"], []], "refuses": [["nobody"], "staff", None]},
        "people": {"accepts": [[1], []], "refuses": [["Ada"], 5, None]},
        "changePeople": {"accepts": [[1], []], "refuses": [[0], "Ada", None]},
        "locked": {"accepts": [True, False], "refuses": ["perhaps", 5]},
        "defaultRoles": {"accepts": [["staff"], []], "refuses": [["tutor"], "staff", None]},
    },
    "tableTemplate": {
        "role": {"accepts": ["finance"], "refuses": ["tutor", "", None]},
        "tableId": {"accepts": [1], "refuses": ["first", None, -1]},
        "title": {"accepts": ["Fees", "", None], "refuses": ["x" * 61, 5]},
    },
}
LISTS: dict[str, Any] = {
    "sharedTables": {"filters": {"ownerId": "1", "list": "/users", "locked": "true", "role": "staff"}},
    "tableTemplates": {"filters": {"role": "academicOffice"}},
}
