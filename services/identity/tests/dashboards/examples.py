"""Examples of dashboards, for the conformance suite."""

from __future__ import annotations

from typing import Any

_LISTED = {"where": {"kind": "table"}}
_GROUPED = {"where": {"kind": "chart"}}
FIELDS: dict[str, Any] = {
    "dashboard": {
        "title": {"accepts": ["Exams of June"], "refuses": ["", None, "x" * 81, 5]},
        "description": {"accepts": ["What is due", ""], "refuses": ["x" * 301]},
        "sharedRoles": {"accepts": [["staff", "finance"], []], "refuses": ["staff", ["king"]]},
        "sharedWith": {"accepts": [[1, 2], []], "refuses": ["1", ["a"], list(range(1, 102))]},
        "defaultRoles": {"accepts": [["examsOffice"], []], "refuses": [["king"]]},
        "period": {"accepts": ["thisMonth", "", None], "refuses": ["soon"]},
        "orgId": {"accepts": [2, None], "refuses": [999_999, "Oxford"]},
        "departmentId": {"accepts": [1, None], "refuses": [999_999, "Physics"]},
    },
    "dashboardTile": {
        "kind": {"accepts": ["calendar", "waiting"], "refuses": ["film", "", None], **_LISTED},
        "title": {"accepts": ["Open tickets"], "refuses": ["", None, "x" * 81]},
        "service": {"accepts": ["people"], "refuses": ["People", "x", ""], **_LISTED},
        "list": {"accepts": ["/users"], "refuses": ["users", "/a?b", "//", ""], **_LISTED},
        "query": {"accepts": ["status=open&type=tech", ""], "refuses": ["open", "x" * 1001], **_LISTED},
        "periodFilter": {"accepts": ["date", ""], "refuses": ["x" * 61]},
        "by": {"accepts": ["status,date.month"], "refuses": ["x" * 121, ""], **_GROUPED},
        "measure": {"accepts": ["total", ""], "refuses": ["x" * 61], **_GROUPED},
        "compare": {"accepts": [True, False], "refuses": ["perhaps"], **_GROUPED},
        "chart": {"accepts": ["pie"], "refuses": ["cake", ""]},
        "columns": {"accepts": ["title,status", ""], "refuses": ["x" * 401]},
        "sort": {"accepts": ["-created", ""], "refuses": ["x" * 121]},
        "text": {"accepts": ["<p>Read this</p>", ""], "refuses": [5]},
        "x": {"accepts": [0], "refuses": [12, -1, None, "left"]},
        "y": {"accepts": [7], "refuses": [501, -1, None]},
        "w": {"accepts": [1], "refuses": [13, 0, None]},
        "h": {"accepts": [6], "refuses": [21, 0, None]},
    },
}
LISTS: dict[str, Any] = {
    "dashboards": {"filters": {"ownerId": "1", "startOf": "examsOffice"}},
}
