"""Accepted and refused examples of each declared field, move and list, for the conformance suite."""

from collections import Counter
from typing import Any

from services.demo.homework import homework
from services.demo.journal import journal
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
_SLIPS = list(slips(build()))
_SLIP_OF = {(slip["course_id"], slip["student_id"]): slip["id"] for slip in _SLIPS}
_HANDED_IN, _ITS_SLIP = next(
    (one["id"], slip_id)
    for one in _GIVEN
    if one["status"] == "submitted" and (slip_id := _SLIP_OF.get((one["course_id"], one["student_id"])))
)
_MARKS["slipMarkedId"] = {"accepts": [_ITS_SLIP, None], "refuses": [0, "a slip", True, 999_999_999]}
_SAVED = next(slip["id"] for slip in _SLIPS if slip["status"] == "saved")
_SAVED_EVENTS = ",".join(str(slip["tutorial_id"]) for slip in _SLIPS if slip["status"] == "saved")
_OF_STUDENT = [slip for slip in _SLIPS if (slip["student_id"], slip["status"]) == (1, "approved")]
_UNREAD = next(slip["id"] for slip in _OF_STUDENT if not slip["student_read"])
_TOLD = [slip for slip in _SLIPS if slip["pt_concerns"] and slip["status"] == "approved"]
_CONCERNED = next(slip["id"] for slip in _TOLD if not slip["concerns_released"])
_RELEASED = next(slip["id"] for slip in _TOLD if slip["concerns_released"])
_ENTRIES, _READERS = journal(build())
_SYSADMIN = build().by_username["sysadmin"].user_id
_OWN_ENTRY = next(one for one in _ENTRIES if one["author_user_id"] == _SYSADMIN and one["slip_id"])
_ENTRY: dict[str, Examples] = {
    "date": {"accepts": ["2026-11-02", "2nd November 2026"], "refuses": ["soon", None, 5]},
    "content": {"accepts": ["<p>Spoke with the family</p>"], "refuses": ["", None, 5, "x" * 20_001]},
    "userIds": {"accepts": [[], _OWN_ENTRY["user_ids"]], "refuses": ["7", [0], [999_999_999]]},
}
_AWAY = Counter(slip["student_id"] for slip in _SLIPS if slip["present"] == "unplannedAbsence")
_IN_PATTERN = ",".join(str(student) for student, _ in _AWAY.most_common(40))
FIELDS: dict[str, dict[str, Examples]] = {
    "journalEntry": {name: entry | {"record": _OWN_ENTRY["id"]} for name, entry in _ENTRY.items()},
    "slip": {name: entry | {"record": _SAVED} for name, entry in _SLIP.items()},
    "homework": {name: entry | {"record": min(_OPEN)} for name, entry in _HOMEWORK.items()},
    "studentHomework": {
        "dueDate": {"accepts": ["2026-12-01T10:00:00Z"], "refuses": ["soon", None], "record": _IS_SET},
        **{name: entry | {"record": _HANDED_IN} for name, entry in _MARKS.items()},
    },
    "slipDeadline": {"hours": {"accepts": [1, 48, "72"], "refuses": [None, 0, 337, "a day", True]}},
}
MOVES = {
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
_OF_SLIP = {"tutorialDate": "2026-01-01..", "studentId": "16,303", "tutorId": "12,56", "courseId": "86,128"}
_OF_FIGURES = {"handedIn": "true", "tutorDepartmentId": "1,3", "studentDepartmentId": "1,2"}
LISTS: dict[str, dict[str, Any]] = {
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
            **_OF_FIGURES,
        },
        "path": {"type": "default"},
        "record": "/slip/{id}",
    },
    "attendance": {"filters": _OF_SLIP | {"present": "present"}, "record": "/slip/{id}"},
    "absences": {
        "filters": _OF_SLIP
        | {"present": "unplannedAbsence", "isFlagged": "false", "hasAction": "false", "absenceIntervention": "false"}
        | {"under18": "true", "reason": "illness,school", "weekday": "1,2", "departmentId": "1,3"},
        "record": "/slip/{id}",
    },
    "slipStatistics": {
        "filters": _OF_SLIP
        | _OF_FIGURES
        | {"status": "submitted", "type": "PT", "present": "present", "isLate": "true", "departmentId": "1,3"},
        "record": "/slip/{id}",
    },
    "absencePatterns": {
        "filters": {"weekday": "1,2,3,4,5", "sameWeekday": "false", "inFourWeeks": "true", "studentId": _IN_PATTERN},
    },
    "courseHours": {
        "filters": {
            "departmentId": "1,3",
            "type": "indiv",
            "status": "active",
            "isOver": "true",
            "isSold": "true",
            "courseId": "1,2,3",
        },
    },
    "tutorialHours": {
        "filters": {
            "start": "2026-01-01..",
            "state": "taught",
            "departmentId": "1,3",
            "type": "indiv",
            "courseId": "1,2,3",
        },
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
