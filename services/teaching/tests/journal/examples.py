"""Examples of the journal, for the conformance suite."""

from __future__ import annotations

from typing import Any

from services.demo.journal import journal
from services.demo.world import build

Examples = dict[str, Any]
_ENTRIES, _READERS = journal(build())
_SYSADMIN = build().by_username["sysadmin"].user_id
_OWN_ENTRY = next(one for one in _ENTRIES if one["author_user_id"] == _SYSADMIN and one["slip_id"])
_ENTRY: dict[str, Examples] = {
    "date": {"accepts": ["2026-11-02", "2nd November 2026"], "refuses": ["soon", None, 5]},
    "content": {"accepts": ["<p>Spoke with the family</p>"], "refuses": ["", None, 5, "x" * 20_001]},
    "userIds": {"accepts": [[], _OWN_ENTRY["user_ids"]], "refuses": ["7", [0], [999_999_999]]},
}
FIELDS: dict[str, Any] = {
    "journalEntry": {name: entry | {"record": _OWN_ENTRY["id"]} for name, entry in _ENTRY.items()},
}
LISTS: dict[str, Any] = {
    "journal": {
        "filters": {
            "unread": "true",
            "date": "2026-01-01..",
            "userId": str(_OWN_ENTRY["user_ids"][0]),
            "authorId": str(_SYSADMIN),
            "about": "slip,course",
            "whose": "mine",
            "departmentId": str(_OWN_ENTRY["department_id"]),
            "courseId": str(_OWN_ENTRY["of_course_id"]),
            "studentId": str(_OWN_ENTRY["of_student_id"]),
            "tutorId": "1",
            "slipId": str(_OWN_ENTRY["slip_id"]),
            "eventId": ",".join(str(one["event_id"]) for one in _ENTRIES if one["event_id"]),
            "homeworkId": ",".join(str(one["homework_id"]) for one in _ENTRIES if one["homework_id"]),
            "threadId": "1",
        },
        "record": "/journalEntry/{id}",
    },
    "journalPeople": {"filters": {}},
    "journalUsage": {
        "filters": {"hasWritten": "false", "kind": "tutor", "departmentId": "1", "lastWritten": "2026-01-01.."},
    },
    "journalWeeks": {
        "filters": {
            "week": "2026-01-01..",
            "departmentId": str(_OWN_ENTRY["department_id"]),
            "authorId": str(_SYSADMIN),
        },
    },
}
