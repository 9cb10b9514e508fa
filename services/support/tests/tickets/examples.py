"""Examples of tickets, for the conformance suite."""

from __future__ import annotations

from typing import Any

FIELDS: dict[str, Any] = {
    "ticket": {
        "title": {"accepts": ["Export stops half-way"], "refuses": ["", "t" * 201, 5]},
        "priority": {"accepts": [1, 4], "refuses": [0, 5, "high", None]},
        "metaType": {"accepts": ["featureRequest", "bug"], "refuses": ["", "other"]},
        "type": {"accepts": ["academicOffice", "error"], "refuses": ["", "kitchen"]},
        "department": {"accepts": [2, None], "refuses": ["Oxford", -1]},
        "responsibleStaff": {"where": {"type": "techSupport"}, "accepts": [9, None], "refuses": [11, 999_999, "me"]},
        "infoUsers": {"accepts": [[2, 3], []], "refuses": ["2", [0], [999_999], list(range(1, 52))]},
    },
}
MOVES: dict[str, Any] = {
    "ticket": {
        "answer": {"body": {}},
        "resolve": {"body": {}},
        "reopen": {"body": {}},
        "back": {"body": {}},
        "rate": {"body": {"rating": 4, "comment": "Quick"}},
        "merge": {"body": {"into": 1}},
        "unmerge": {"body": {"to": "submitted"}},
        "wait": {"body": {}},
        "goOn": {"body": {}},
        "reply": {"body": {"message": "<p>It works again</p>"}},
    },
}
LISTS: dict[str, Any] = {
    "supportTickets": {
        "path": {"type": "academicOffice"},
        "filters": {
            "status": "submitted,resolved",
            "priority": "1,2",
            "metaType": "allocation",
            "responsibleStaff": "5",
            "rating": "3,4,5",
            "due": "2020-01-01..",
            "overdue": "true",
            "level": "missed,kept",
            "firstAnswered": "2020-01-01..",
            "resolved": "2020-01-01..",
            "age": "month,older",
            "firstAnswer": "hour,hours4,hours8,hours24,longer",  # working time: it depends on the day of the test
            "date": "2020-01-01..",
            "open": "true",
            "unassigned": "false",
            "waitsOnUs": "true",
            "reopened": "false",
            "invoiceId": "3",
            "slipId": "1605,1606,1607,1608",
            "userId": "2",
        },
    },
    "mySupportTickets": {
        "filters": {
            "type": "tutorSupport,techSupport",
            "status": "submitted,resolved,inprogress",
            "priority": "3,4",
            "metaType": "general,bug",
            "responsibleStaff": "9,10",
            "rating": "3,4,5",
            "due": "2020-01-01..",
            "overdue": "true",
            "level": "missed,kept",
            "firstAnswered": "2020-01-01..",
            "resolved": "2020-01-01..",
            "age": "month,older",
            "firstAnswer": "hour,hours4,hours8,hours24,longer",  # working time: it depends on the day of the test
            "date": "2020-01-01..",
            "open": "true",
            "unassigned": "false",
            "waitsOnUs": "true",
            "reopened": "false",
        }
    },
}
