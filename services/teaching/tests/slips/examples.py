"""Examples of slips, for the conformance suite."""

from __future__ import annotations

from typing import Any

from services.demo.slips import slips
from services.demo.world import build

Examples = dict[str, Any]
_LINES: Examples = {"accepts": ["Ill", "", None], "refuses": [5, ["Ill"], "x" * 5_001]}
_RICH: Examples = {"accepts": ["<p>Well <b>done</b></p>", "", None], "refuses": [5, "x" * 20_001]}
_TRACK: Examples = {"accepts": ["onTrack", "na", None], "refuses": ["lost", 5, ["ahead"]]}
_RATING: Examples = {"accepts": [0, 5, None], "refuses": [6, "5", True, 2.5]}
_JUSTIFIED: Examples = {"accepts": ["Outstanding work", "", None], "refuses": [5, "x" * 101]}
_SLIP: dict[str, Examples] = {
    "present": {"accepts": ["present", "plannedAbsence", None], "refuses": ["late", 1, True]},
    "onTime": {"accepts": [0, 25, None], "refuses": [3, "0", True]},
    "absenceReason": _LINES,
    "absenceIntervention": {"accepts": [True, "false", None], "refuses": ["maybe", 1]},
    "absenceActionTaken": _LINES,
    **{f"ot{number}": _TRACK for number in range(1, 4)},
    **{f"cat{number}": _RATING for number in range(1, 7)},
    **{f"cat{number}Comment": _JUSTIFIED for number in range(1, 7)},
    "PTOTDetails": _LINES,
    "PTIPHours": {"accepts": [2.5, "3", None], "refuses": [-1, 169, "two", True]},
    "PTweeklyTarget": _LINES,
    "PTexamPrepAndReflect": _LINES,
    "PTconcerns": {"accepts": [True, False, None], "refuses": ["yes", 1]},
    "PTadditionalComment": _LINES,
    "comment": _RICH,
    "comment2": _RICH,
    "comment3": _RICH,
    "private": _RICH,
}
SLIPS = list(slips(build()))
_SAVED = next(slip["id"] for slip in SLIPS if slip["status"] == "saved")
_SAVED_EVENTS = ",".join(str(slip["tutorial_id"]) for slip in SLIPS if slip["status"] == "saved")
_OF_STUDENT = [slip for slip in SLIPS if (slip["student_id"], slip["status"]) == (1, "approved")]
_UNREAD = next(slip["id"] for slip in _OF_STUDENT if not slip["student_read"])
_TOLD = [slip for slip in SLIPS if slip["pt_concerns"] and slip["status"] == "approved"]
_CONCERNED = next(slip["id"] for slip in _TOLD if not slip["concerns_released"])
_RELEASED = next(slip["id"] for slip in _TOLD if slip["concerns_released"])
OF_SLIP = {"tutorialDate": "2026-01-01..", "studentId": "16,303", "tutorId": "12,56", "courseId": "86,128"}
OF_FIGURES = {"handedIn": "true", "tutorDepartmentId": "1,3", "studentDepartmentId": "1,2"}
FIELDS: dict[str, Any] = {
    "slip": {name: entry | {"record": _SAVED} for name, entry in _SLIP.items()},
    "slipDeadline": {"hours": {"accepts": [1, 48, "72"], "refuses": [None, 0, 337, "a day", True]}},
}
MOVES: dict[str, Any] = {
    "slip": {
        "submit": {"body": {}},
        "check": {"body": {}},
        "approve": {"body": {}},
        "checkAndApprove": {"body": {}},
        "return": {"body": {"returnReason": "Please say more about the homework"}},
        "review": {"body": {}},
        "takeBack": {"body": {}},
        "open": {"body": {}},
        "read": {"body": {}, "prefers": _UNREAD},
        "releaseConcerns": {"body": {}, "prefers": _CONCERNED},
        "withholdConcerns": {"body": {}, "prefers": _RELEASED},
        "delete": {"body": {}},
    },
}
LISTS: dict[str, Any] = {
    "slips": {
        "filters": {
            "status": "submitted,checked",
            "type": "PT",
            "present": "plannedAbsence",
            "tutorialDate": "2026-01-01..",
            "isLate": "true",
            "reviewed": "false",
            "studentRead": "true",
            "studentId": "16,303",
            "tutorId": "12,56",
            "courseId": "86,128",
            "departmentId": "1,3",
            "submitted": "2026-01-01..",
            **OF_FIGURES,
        },
        "path": {"type": "default"},
        "record": "/slip/{id}",
    },
    "attendance": {"filters": OF_SLIP | {"present": "present"}, "record": "/slip/{id}"},
    "absences": {
        "filters": OF_SLIP
        | {"present": "unplannedAbsence", "isFlagged": "false", "hasAction": "false", "absenceIntervention": "false"}
        | {"under18": "true", "reason": "illness,school", "weekday": "1,2", "departmentId": "1,3"},
        "record": "/slip/{id}",
    },
    "unwrittenSlips": {
        "filters": {
            "status": "none",
            "start": "2026-01-01..",
            "isLate": "true",
            "eventId": _SAVED_EVENTS,
            "courseId": "1",
            "studentId": "1",
            "tutorId": "1",
        },
    },
}
