"""Accepted and refused examples of collection reports, for the conformance suite."""

from typing import Any

from services.demo.collections import collections
from services.demo.world import build
from services.teaching.demo.mails import failed

Examples = dict[str, Any]
_RICH: Examples = {"accepts": ["<p>Well <b>done</b></p>", "", None], "refuses": [5, "x" * 20_001]}
MOVES: dict[str, Any] = {}
LISTS: dict[str, Any] = {}
_COLLECTIONS, _INTERVIEWERS, _ = collections(build())
_DRAFTS = [one for one in _COLLECTIONS if one["status"] == "draft"]
_DRAFT = _DRAFTS[0]["id"]
_OF_LETTERS = {course.id for course in build().courses if course.level in {"A-level", "University entrance"}}
_GRADED = next(one["id"] for one in _DRAFTS if one["course_id"] in _OF_LETTERS)
_WHOLE = next(one["id"] for one in _DRAFTS if one["cat6"])
_APPROVED = [one for one in _COLLECTIONS if one["status"] == "approved"]
_NOT_MAILED = next(one["id"] for one in _APPROVED if one["mailed"] is None)
_MAILED = next(one["id"] for one in _APPROVED if one["mailed"] is not None)
_FAILED = failed(_COLLECTIONS, build())[0]["report_id"]
_INTERVIEWER = _INTERVIEWERS[0]
FIELDS: dict[str, Any] = {
    "collectionReport": {
        name: {"record": _DRAFT} | entry
        for name, entry in {
            "term": {"accepts": ["mt", "tt"], "refuses": ["summer", 1, None]},
            "date": {"accepts": ["2026-12-01", None], "refuses": ["soon", 5]},
            "interviewers": {
                "accepts": [["tutor:1", "staff:5"], [{"kind": "tutor", "id": 2}], []],
                "refuses": ["tutor:1", ["student:1"], ["tutor:x"], ["tutor:99999"], [{"kind": "tutor"}]],
            },
            "eventId": {"accepts": [5, None], "refuses": [0, "an event", True]},
            **{f"cat{number}": _RICH for number in range(1, 7)},
            "predictedReason": {"accepts": ["The mock went well", "", None], "refuses": [5, "x" * 501]},
            "predictedGrade": {"accepts": ["A", "N/A", "", None], "refuses": [5, "Z", "x" * 21], "record": _GRADED},
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
MOVES["collectionReport"] = {
    "submit": {"body": {}, "prefers": _WHOLE},
    "approve": {"body": {}},
    "mail": {"body": {}, "prefers": _NOT_MAILED},
    "mailAgain": {"body": {}, "prefers": _MAILED},
    "retryMail": {"body": {}, "prefers": _FAILED},
}
LISTS["collectionReports"] = {
    "filters": {
        "status": "draft,submitted",
        "term": "mt,ht,tt",
        "academicYear": str(_DRAFTS[0]["academic_year_id"]),
        "departmentId": "1,2,3,4,5",
        "interviewers": f"{_INTERVIEWER['kind']}:{_INTERVIEWER['person_id']}",
        "date": "2025-01-01..",
        "isMailed": "true",
        "mailState": "failed,unknown",
        "studentId": "1",
        "courseId": "1,2",
        "cwsId": str(_DRAFTS[0]["cws_id"]),
    },
    "record": "/collectionreport/{id}",
}
_MINE = {
    name: value
    for name, value in LISTS["collectionReports"]["filters"].items()
    if name not in {"isMailed", "mailState"}
}
LISTS["myCollectionReports"] = LISTS["collectionReports"] | {"reader": "tutor", "filters": _MINE}
