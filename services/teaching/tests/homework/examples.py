"""Examples of homework, for the conformance suite."""

from __future__ import annotations

from typing import Any

from services.demo.homework import homework
from services.demo.world import build
from services.teaching.tests.slips.examples import SLIPS

Examples = dict[str, Any]
_INSTRUCTIONS: Examples = {"accepts": ["<p>Questions 1 to 6</p>"], "refuses": [5, "x" * 20_001, "", None]}
_SHORT: Examples = {"accepts": ["17/20", "", None], "refuses": [5, "x" * 21]}
_MINUTES: Examples = {"accepts": [30, "45", None], "refuses": [-1, 6_001, "an hour", True]}
_FILES: Examples = {"accepts": [[7, 8], []], "refuses": ["7", [0], list(range(1, 22)), [999_999]]}
_SET, _GIVEN = homework(build())
_HOMEWORK: dict[str, Examples] = {
    "title": {"accepts": ["Essay on the last topic"], "refuses": [5, "x" * 101, "", None]},
    "type": {"accepts": ["written", "ipTarget"], "refuses": ["essay", 5, None]},
    "dueDate": {"accepts": ["2026-12-01", "2026-12-01T10:00:00Z"], "refuses": ["soon", None]},
    "instructions": _INSTRUCTIONS,
    "timeEstimation": _MINUTES,
    "fileIds": _FILES,
    "markFrom": {"accepts": ["all", "typed", None], "refuses": ["guessed", 5]},
}
_MARKS: dict[str, Examples] = {
    "mark": _SHORT,
    "onTime": {"accepts": [True, False, None], "refuses": ["yes", 1]},
    "quality": _SHORT,
    "effort": _SHORT,
    "comment": {"accepts": ["<p>Clear</p>", "", None], "refuses": [5, "x" * 5_001]},
    "timeSpent": _MINUTES,
    "tutorFiles": _FILES,
}
_OPEN = {one["homework_id"] for one in _GIVEN if one["status"] == "set"}
_IS_SET = next(one["id"] for one in _GIVEN if one["status"] == "set")
_OWED = next(one["id"] for one in _GIVEN if (one["student_id"], one["status"]) == (1, "set"))
_SLIP_OF = {(slip["course_id"], slip["student_id"]): slip["id"] for slip in SLIPS}
_HANDED_IN, _ITS_SLIP = next(
    (one["id"], slip_id)
    for one in _GIVEN
    if one["status"] == "submitted" and (slip_id := _SLIP_OF.get((one["course_id"], one["student_id"])))
)
_MARKS["slipMarkedId"] = {"accepts": [_ITS_SLIP, None], "refuses": [0, "a slip", True, 999_999_999]}
FIELDS: dict[str, Any] = {
    "homework": {name: entry | {"record": min(_OPEN)} for name, entry in _HOMEWORK.items()},
    "studentHomework": {
        "dueDate": {"accepts": ["2026-12-01T10:00:00Z"], "refuses": ["soon", None], "record": _IS_SET},
        **{name: entry | {"record": _HANDED_IN} for name, entry in _MARKS.items()},
    },
}
MOVES: dict[str, Any] = {
    "studentHomework": {
        "set": {"body": {}},
        "submit": {"body": {}},
        "handIn": {"body": {"studentComment": "<p>Done</p>"}, "prefers": _OWED},
        "complete": {"body": {}},
        "mark": {"body": {}},
        "release": {"body": {}},
        "postpone": {"body": {"dateOption": "other", "dueDate": "2027-01-15"}},
        "postponeAgain": {"body": {"dateOption": "2027-01-15T10:00:00Z"}},
        "writeOff": {"body": {}},
        "writeOffLower": {"body": {}},
        "writeOffFirst": {"body": {}},
    },
}
LISTS: dict[str, Any] = {
    "homework": {
        "filters": {
            "status": "set,submitted",
            "type": "written",
            "dueDate": "2026-01-01..",
            "isOutstanding": "true",
            "released": "true",
            "courseId": "1",
            "studentId": "1",
            "tutorId": "1",
            "cwsId": "1",
        },
        "record": "/student/homework/{id}",
    },
    "homeworkTemplates": {"filters": {"courseId": "1", "type": "written"}},
}
