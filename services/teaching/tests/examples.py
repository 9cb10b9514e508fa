"""Accepted and refused examples of each declared field, move and list, for the conformance suite."""

from collections import Counter
from typing import Any

from services.demo.collections import collections
from services.demo.homework import homework
from services.demo.journal import journal
from services.demo.reports import reports
from services.demo.slips import slips
from services.demo.studyplans import Plans
from services.demo.tuition import offers, terms
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

_REPORTS, _MOCKS = reports(build())


def _report(status: str, level: str = "A-level") -> int:
    """A report of the demo data in a status, of a course of the level."""
    return int(next(one["id"] for one in _REPORTS if (one["status"], one["course_level"]) == (status, level)))


def _mock(status: str) -> int:
    states = {one["id"]: one["status"] for one in _REPORTS}
    return int(next(one["id"] for one in _MOCKS if states[one["report_id"]] == status))


_GRADE: Examples = {"accepts": [5, 0, None], "refuses": [6, "5", True, 2.5]}
_REPORT: dict[str, Examples] = {
    "predictedGrade": {"accepts": ["A*", "N/A", "", None], "refuses": ["9", "Z", 5, "x" * 21]},
    "gradeAchievement": _GRADE,
    "gradeEffort": _GRADE,
    **{f"field{number}": _RICH for number in range(1, 9)},
    "returnReason": {
        "accepts": ["Please say more about the mocks", "", None],
        "refuses": [5, "x" * 501],
        "record": _report("submitted"),
    },
    "deadline": {"accepts": ["2027-12-01T17:00:00Z"], "refuses": ["soon", None, "2001-01-01T17:00:00Z"]},
}
FIELDS["report"] = {name: {"record": _report("saved")} | entry for name, entry in _REPORT.items()}
_MOCK: dict[str, Examples] = {
    "month": {"accepts": ["January"], "refuses": ["Janvier", 1, None]},
    "mark": {"accepts": [1, "2"], "refuses": [-1, 9_999, "many", None, True]},
    "maxMark": {"accepts": [9_999, "9998"], "refuses": [0, "many", None, True]},
    "grade": {"accepts": ["A"], "refuses": ["", None, 5, "x" * 21]},
    "comment": {"accepts": ["A whole paper"], "refuses": ["", None, 5, "x" * 2_001]},
}
FIELDS["reportMock"] = {name: {"record": _mock("saved")} | entry for name, entry in _MOCK.items()}
MOVES["report"] = {
    "save": {"body": {}},
    "submit": {"body": {}, "prefers": _report("returned")},
    "check": {"body": {}},
    "approve": {"body": {}},
    "checkAndApprove": {"body": {}},
    "return": {"body": {"returnReason": "Please say more about the mocks"}},
    "takeBack": {"body": {}},
    "open": {"body": {}},
}
_TUTORS = ",".join(map(str, sorted({one["tutor_id"] for one in _REPORTS})[:2]))
LISTS["reports"] = {
    "filters": {
        "status": "submitted,checked",
        "departmentId": "1,3",
        "yearGroup": "Year 12,Year 13",
        "tutorId": _TUTORS,
        "deadline": "2026-01-01..",
        "dateTo": "2026-01-01..",
        "isLate": "true",
        "studentId": "1",
        "courseId": str(_REPORTS[0]["course_id"]),
        "cwsId": str(_REPORTS[0]["cws_id"]),
    },
    "record": "/report/{id}",
}
LISTS["predictedGrades"] = {
    "filters": {
        "state": "missing",
        "change": "up,down",
        "departmentId": "1,3",
        "level": "A-level",
        "studentId": "1",
        "courseId": str(_REPORTS[0]["course_id"]),
    },
}

_PLANS = Plans(build())
_NEW = {one["id"] for one in _PLANS.plans if one["type_version"] == 2}
_FIRST_PLAN = next(one["id"] for one in _PLANS.plans if one["type_version"] == 1)
_WEEK_OF = next(one["id"] for one in _PLANS.weeks if one["study_plan_id"] in _NEW)
_FIRST_WEEK = next(one["id"] for one in _PLANS.weeks if one["study_plan_id"] == _FIRST_PLAN)
_CWS_OF = next(
    cws.id
    for plan in _PLANS.plans
    if plan["id"] in _NEW
    for cws in build().cws
    if (cws.course_id, cws.status) == (plan["course_id"], "active")
)
_PLAN_OF_CWS = next(
    plan["id"]
    for plan in _PLANS.plans
    for cws in build().cws
    if plan["id"] in _NEW and (cws.id, cws.course_id) == (_CWS_OF, plan["course_id"])
)
_WEEK_OF_CWS = next(one["id"] for one in _PLANS.weeks if one["study_plan_id"] == _PLAN_OF_CWS)
_TOPIC: Examples = {"accepts": ["<p>Quadratics</p>", "", None], "refuses": [5, "x" * 10_001]}
FIELDS |= {
    "studyPlan": {
        "syllabus": {"accepts": ["AQA 7408", "", None], "refuses": [5, "x" * 201], "record": _FIRST_PLAN},
    },
    "studyPlanWeek": {
        "content": _TOPIC | {"record": _WEEK_OF},
        "status": {"accepts": ["planned", "closed"], "refuses": ["over", 5, None], "record": _WEEK_OF},
        "cwsIds": {"accepts": [[_CWS_OF], []], "refuses": ["3", [0], [999_999]], "record": _WEEK_OF_CWS},
        "details": _TOPIC | {"record": _FIRST_WEEK},
        "custom": {"accepts": ["Half-term", "", None], "refuses": [5, "x" * 201], "record": _FIRST_WEEK},
    },
    "studyPlanWeekWithStudent": {
        "ot": {"accepts": ["behind", "na", None], "refuses": ["lost", 5, ["ahead"]], "record": 1},
        "actual": {"accepts": ["<p>Half of it</p>", "", None], "refuses": [5, "x" * 5_001], "record": 1},
    },
}
LISTS |= {
    "studyPlans": {
        "filters": {
            "state": "first,none",
            "behind": "true",
            "academicYearId": str(_PLANS.plans[-1]["academic_year_id"]),
            "departmentId": "1",
            "status": "active",
            "tutorId": "1",
            "studentId": "1",
            "courseId": "1",
        },
    },
}
_COLLECTIONS, _INTERVIEWERS, _ = collections(build())
_DRAFTS = [one for one in _COLLECTIONS if one["status"] == "draft"]
_DRAFT = _DRAFTS[0]["id"]
_WHOLE = next(one["id"] for one in _DRAFTS if one["cat6"])
_INTERVIEWER = _INTERVIEWERS[0]
FIELDS |= {
    "collectionReport": {
        name: entry | {"record": _DRAFT}
        for name, entry in {
            "term": {"accepts": ["mt", "tt"], "refuses": ["summer", 1, None]},
            "date": {"accepts": ["2026-12-01", None], "refuses": ["soon", 5]},
            "interviewers": {
                "accepts": [["tutor:1", "staff:5"], [{"kind": "tutor", "id": 2}], []],
                "refuses": ["tutor:1", ["student:1"], ["tutor:x"], ["tutor:99999"], [{"kind": "tutor"}]],
            },
            "eventId": {"accepts": [5, None], "refuses": [0, "an event", True]},
            **{f"cat{number}": _RICH for number in range(1, 7)},
            "predictedGrade": {"accepts": ["A*", "", None], "refuses": [5, "x" * 21]},
        }.items()
    },
    "collectionMock": {
        "month": {"accepts": ["January"], "refuses": ["Jan", 1, None]},
        "mark": {"accepts": [1, "2"], "refuses": [-1, 100_000, "many", None, True]},
        "maxMark": {"accepts": [9_000], "refuses": [0, "many", None, True]},
        "grade": {"accepts": ["A"], "refuses": [5, "", None, "x" * 21]},
        "comment": {"accepts": ["A whole paper"], "refuses": [5, "", None, "x" * 2_001]},
    },
}
MOVES["collectionReport"] = {"submit": {"body": {}, "prefers": _WHOLE}, "approve": {"body": {}}}
LISTS["collectionReports"] = {
    "filters": {
        "status": "draft,submitted",
        "term": "mt,ht,tt",
        "academicYear": str(_DRAFTS[0]["academic_year_id"]),
        "departmentId": "1,2,3,4,5",
        "interviewers": f"{_INTERVIEWER['kind']}:{_INTERVIEWER['person_id']}",
        "date": "2025-01-01..",
        "studentId": "1",
        "courseId": "1,2",
        "cwsId": str(_DRAFTS[0]["cws_id"]),
    },
    "record": "/collectionreport/{id}",
}
LISTS["myCollectionReports"] = LISTS["collectionReports"] | {"reader": "tutor"}
_OFFERS, _TERMS = offers(build()), terms(build())
_OPEN_OFFER = next(one["id"] for one in _OFFERS if one["status"] == "offered")
_MY_ACCEPTED = next(one["id"] for one in _OFFERS if (one["tutor_id"], one["status"]) == (1, "offered"))
_DRAFT = next(one["id"] for one in _TERMS if one["status"] == "draft")
FIELDS |= {
    "tuitionOffer": {
        name: entry | {"record": _OPEN_OFFER}
        for name, entry in {
            "hours": {"accepts": [20, "12.5", None], "refuses": [-1, 2_001, "ten", True]},
            "rate": {"accepts": ["£40 an hour", "", None], "refuses": [5, "x" * 101]},
            "starts": {"accepts": ["2024-12-01", None], "refuses": ["soon", 5]},
            "ends": {"accepts": ["2026-12-01", None], "refuses": ["soon", 5]},
            "note": {"accepts": ["Exams in June", "", None], "refuses": [5, "x" * 2_001]},
        }.items()
    },
    "tutorTerms": {
        name: entry | {"record": _DRAFT}
        for name, entry in {
            "title": {"accepts": ["Terms 2026-2027", "Terms of the year"], "refuses": ["", None, 5, "x" * 151]},
            "body": {"accepts": [None, "", "<p>Be on time</p>"], "refuses": [5, "x" * 200_001]},
            "fileIds": {"accepts": [[7], []], "refuses": ["7", [0], [7, 8], [999_999]]},
        }.items()
    },
}
MOVES |= {
    "tuitionOffer": {
        "accept": {"body": {"reason": "The tutor said so by telephone"}, "prefers": _MY_ACCEPTED},
        "decline": {"body": {"reason": "No time this term"}},
        "withdraw": {"body": {"reason": "The family chose another time"}},
    },
    "tutorTerms": {"publish": {"body": {}, "prefers": _DRAFT}, "retire": {"body": {}}},
}
_OF_OFFERS = {"status": "offered,declined", "created": "2026-01-01.."}
LISTS |= {
    "offers": {
        "filters": _OF_OFFERS
        | {"departmentId": "1,3", "tutorId": "1", "courseId": str(_OFFERS[0]["course_id"]), "academicYearId": "6,8"}
        | {"answered": "2026-01-01..", "needsTutor": "true"},
        "record": "/offers/{id}",
    },
    "myOffers": {"filters": _OF_OFFERS, "reader": "tutor"},
    "tutorTerms": {
        "filters": {"departmentId": "1", "academicYearId": "8", "status": "published"}, "record": "/tutor-terms/{id}",
    },
    "termsAcceptances": {
        "filters": {
            "accepted": "true", "departmentId": "1,3", "termsId": "1,2,3,4,5,6,7,8,9,10,11,12", "tutorId": "1",
            "created": "2026-01-01..",
        },
    },
}  # fmt: skip
