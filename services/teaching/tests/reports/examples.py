"""Accepted and refused examples of term reports, for the conformance suite."""

from typing import Any

from services.demo.reports import reports
from services.demo.world import build
from services.teaching.demo.mails import failed

Examples = dict[str, Any]
_RICH: Examples = {"accepts": ["<p>Well <b>done</b></p>", "", None], "refuses": [5, "x" * 20_001]}
FIELDS: dict[str, Any] = {}
MOVES: dict[str, Any] = {}
LISTS: dict[str, Any] = {}
_REPORTS, _MOCKS = reports(build())


def _report(status: str, level: str = "A-level") -> int:
    """Return a demo report in a status, on a course of the level."""
    return int(next(one["id"] for one in _REPORTS if (one["status"], one["course_level"]) == (status, level)))


def _mock(status: str) -> int:
    states = {one["id"]: one["status"] for one in _REPORTS}
    return int(next(one["id"] for one in _MOCKS if states[one["report_id"]] == status))


_APPROVED = [one for one in _REPORTS if one["status"] == "approved"]
_NOT_MAILED = next(one["id"] for one in _APPROVED if one["mailed"] is None)
_MAILED = next(one["id"] for one in _APPROVED if one["mailed"] is not None)
_FAILED = failed(_REPORTS, build())[0]["report_id"]
_GRADE: Examples = {"accepts": [5, 0, None], "refuses": [6, "5", True, 2.5]}
_REPORT: dict[str, Examples] = {
    "predictedGrade": {"accepts": ["A*", "N/A", "", None], "refuses": ["9", "Z", 5, "x" * 21]},
    "predictedReason": {"accepts": ["The mock went well", "", None], "refuses": [5, "x" * 501]},
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
    "mail": {"body": {}, "prefers": _NOT_MAILED},
    "mailAgain": {"body": {}, "prefers": _MAILED},
    "retryMail": {"body": {}, "prefers": _FAILED},
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
        "isMailed": "true",
        "mailState": "failed,unknown",
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
LISTS["ucasGrades"] = LISTS["predictedGrades"]
