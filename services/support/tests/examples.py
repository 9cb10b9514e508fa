"""Examples for the suite that walks all declarations (`staffroom_testing.conformance`)."""

from typing import Any

FIELDS: dict[str, Any] = {
    "emailTemplate": {
        "name": {"accepts": ["Welcome to a new year"], "refuses": ["", "n" * 101, 5]},
        "about": {"accepts": ["person", "invoice"], "refuses": ["", "course"]},
        "sentTo": {
            "where": {"about": "person"},
            "accepts": [["tutor"], ["student", "client"], []],
            "refuses": ["tutor", ["invoice"], [1]],
        },
        "subject": {"accepts": ["Hello {{firstName}}"], "refuses": ["", "Hello {{nickname}}", "s" * 251]},
        "body": {
            "accepts": ["<p>Dear {{ title }} {{lastName}}</p>"],
            "refuses": ["", "<p>{{<b>firstName</b>}}</p>", "<p>{{firstName</p>", "<p>{{nickname}}</p>"],
        },
        "fileIds": {"accepts": [[7, 8], []], "refuses": ["7", [0], list(range(1, 22)), [999_999]]},
    },
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
"""A report is kept as it was sent; only its tracking status changes, by moves. A mail of the log never changes."""

MOVES: dict[str, Any] = {
    "error": {
        "investigate": {"body": {}},
        "complete": {"body": {}},
        "reject": {"body": {}},
        "reopen": {"body": {}},
    },
    "ticket": {
        "answer": {"body": {}},
        "resolve": {"body": {}},
        "reopen": {"body": {}},
        "back": {"body": {}},
    },
}

LISTS = {
    "errors": {
        "filters": {
            "trackingStatus": "submitted,investigating",
            "status": "500",
            "app": "staff",
            "date": "2020-01-01..",
            "latest": "true",
            "fault": "1",
        }
    },
    "emailTemplates": {"filters": {"about": "invoice", "sentTo": "tutor"}},
    "sentEmails": {
        "filters": {
            "state": "sent,failed",
            "templateId": "1",
            "entityType": "student",
            "entityTypeId": "1",
            "date": "2020-01-01..",
        }
    },
    "supportTickets": {
        "path": {"type": "academicOffice"},
        "filters": {
            "status": "submitted,resolved",
            "priority": "1,2",
            "metaType": "allocation",
            "responsibleStaff": "5",
            "date": "2020-01-01..",
            "open": "true",
            "unassigned": "false",
            "waitsOnUs": "true",
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
            "date": "2020-01-01..",
            "open": "true",
            "unassigned": "false",
            "waitsOnUs": "true",
        }
    },
}
