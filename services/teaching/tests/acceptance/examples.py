"""Accepted and refused examples of offers of tuition, for the conformance suite."""

from typing import Any

from services.demo.tuition import offers, terms
from services.demo.world import build

Examples = dict[str, Any]
_OFFERS, _TERMS = offers(build()), terms(build())
_OPEN_OFFER = next(one["id"] for one in _OFFERS if one["status"] == "offered")
_MY_ACCEPTED = next(one["id"] for one in _OFFERS if (one["tutor_id"], one["status"]) == (1, "offered"))
_DRAFT = next(one["id"] for one in _TERMS if one["status"] == "draft")
FIELDS: dict[str, Any] = {
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
MOVES: dict[str, Any] = {
    "tuitionOffer": {
        "accept": {"body": {"reason": "The tutor said so by telephone"}, "prefers": _MY_ACCEPTED},
        "decline": {"body": {"reason": "No time this term"}},
        "withdraw": {"body": {"reason": "The family chose another time"}},
    },
    "tutorTerms": {"publish": {"body": {}, "prefers": _DRAFT}, "retire": {"body": {}}},
}
_OF_OFFERS = {"status": "offered,declined", "created": "2026-01-01.."}
LISTS: dict[str, Any] = {
    "offers": {
        "filters": _OF_OFFERS
        | {"departmentId": "1,3", "tutorId": "1", "courseId": str(_OFFERS[0]["course_id"]), "academicYearId": "6,8"}
        | {"answered": "2026-01-01..", "needsTutor": "true"},
        "record": "/offers/{id}",
    },
    "myOffers": {"filters": _OF_OFFERS, "reader": "tutor"},
    "tutorTerms": {
        "filters": {"departmentId": "1", "academicYearId": "8", "status": "published"},
        "record": "/tutor-terms/{id}",
    },
    "termsAcceptances": {
        "filters": {
            "accepted": "true",
            "departmentId": "1,3",
            "termsId": "1,2,3,4,5,6,7,8,9,10,11,12",
            "tutorId": "1",
            "created": "2026-01-01..",
        },
    },
}
