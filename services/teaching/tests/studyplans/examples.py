"""Accepted and refused examples of study plans, for the conformance suite."""

from typing import Any

from services.demo.studyplans import Plans
from services.demo.world import build

Examples = dict[str, Any]
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
FIELDS: dict[str, Any] = {
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
LISTS: dict[str, Any] = {
    "studyPlans": {
        "filters": {
            "state": "first,none",
            "behind": "true",
            "late": "true",
            "firstExam": "2020-01-01..",
            "academicYearId": str(_PLANS.plans[-1]["academic_year_id"]),
            "departmentId": "1",
            "status": "active",
            "tutorId": "1",
            "studentId": "1",
            "courseId": "1",
        },
    },
}
