"""Examples of courses, for the conformance suite."""

from __future__ import annotations

from typing import Any

from services.demo.world import build
from services.people.tests.values import (
    DATE,
    FLAG,
    LINK,
    NEEDED_LINK,
    RICH,
    chosen,
    needed,
    text,
)

_COURSES = {
    "status": "active,proposed",
    "type": "indiv",
    "subject": "Mathematics",
    "level": "A-level",
    "board": "AQA",
    "department": "1",
    "starts": "2020-01-01..",
    "ends": "2020-01-01..",
    "firstExam": "2020-01-01..",
    "noTutor": "false",
    "timelineDays": "2020-01-01..",
    "academicYear": str(next(course.year_id for course in build().courses if course.full_time)),
}
FIELDS: dict[str, Any] = {
    "course": {
        "board": text(100, "AQA"),
        "level": needed(100, "A-level"),
        "subject": needed(100, "Mathematics"),
        "type": chosen("group", "indiv", "shared", "paired", "workshop", "seminar"),
        "status": chosen("proposed", "completed", "active", "deleted", "withdrawn"),
        "fullTime": FLAG,
        "syllabus": text(10, "9MA0"),
        "option": text(10, "AX"),
        "studyPlanNotRequired": FLAG,
        "departmentId": LINK,
        "organisationId": LINK,
        "academicYearId": LINK,
        "starts": DATE,
        "ends": DATE,
        "firstExam": DATE,
        "defaultDurationHr": {"accepts": [0, 12], "refuses": [-1, 13, "long"]},
        "defaultDurationMin": {"accepts": [0, 59], "refuses": [-1, 60]},
        "hours": {"accepts": [30, "7.5", None], "refuses": [-1, 2001, "many"]},
        "notes": RICH,
    },
    "cws": {
        "courseId": {"accepts": [1], "refuses": [None, 0, "one"]},
        "studentId": NEEDED_LINK,
        "status": chosen("proposed", "active", "completed", "withdrawn"),
        "reachGrade": text(100, "A"),
        "matchGrade": text(100, "B"),
        "safetyGrade": text(100, "C"),
        "previousGrade": text(100, "C"),
        "syllabus": text(10, "9MA0"),
        "option": text(10, "AX"),
    },
    "courseTutor": {"courseId": {"accepts": [1], "refuses": [None, 0, "one"]}, "tutorId": NEEDED_LINK},
    "tutorSubject": {
        "tutorId": NEEDED_LINK,
        "subject": needed(100, "Physics"),
        "level": needed(100, "GCSE"),
        "board": text(100, "AQA"),
        "note": text(200, "Mechanics only"),
    },
}
LISTS: dict[str, Any] = {
    "courses": {"filters": _COURSES | {"fullTime": "true"}},
    "courseStudents": {"filters": {"status": "active", "courseId": "1", "studentId": "1"}},
    "myCourses": {"filters": {"status": "active", "courseId": "1", "studentId": "1"}, "reader": "student"},
    "fullTimeCourses": {"filters": _COURSES | {"subject": "Economics,French"}},
    "tutorSubjects": {
        "filters": {"subject": "Physics", "level": "GCSE", "board": "AQA", "status": "active", "tutorId": "1"}
    },
}
