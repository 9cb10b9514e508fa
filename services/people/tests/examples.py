"""Accepted and refused examples of each declared field and list, for the conformance suite."""

from __future__ import annotations

import datetime as dt
from typing import Any

from services.demo.calendar import Calendar
from services.demo.world import TODAY, build

Examples = dict[str, Any]


def _text(longest: int, *good: str) -> Examples:
    return {"accepts": [*good, "", None], "refuses": [17, ["x"], "x" * (longest + 1)]}


def _needed(longest: int, *good: str) -> Examples:
    return {"accepts": list(good), "refuses": ["", "   ", None, 17, "x" * (longest + 1)]}


def _digits(count: int) -> Examples:
    return {"accepts": ["1" * count, "", None], "refuses": ["1" * (count - 1), "1" * (count + 1), "x" * count]}


DATE: Examples = {"accepts": ["2008-02-29", "31st July 2020", {"date": "2020-07-31 00:00:00"}, None],
                  "refuses": ["31/07/2020", "tomorrow", 5, "2023-02-29"]}  # fmt: skip
MOMENT: Examples = {"accepts": ["2026-11-21T09:30:00Z", "2026-11-21T09:30:00", None], "refuses": ["noon", 5, [1]]}
FLAG: Examples = {"accepts": [True, False, "true", "false"], "refuses": ["yes", 1, [True]]}
EMAIL: Examples = {"accepts": ["ada@example.org", "", None], "refuses": ["ada at example", "a@b", 5]}
PHONE: Examples = {"accepts": ["+44 7700 900123", "", None], "refuses": ["call me", 5, "1" * 31]}
RICH: Examples = {"accepts": ["<p>Well <b>done</b></p>", "", None], "refuses": [5, "x" * 20_001]}
LINK: Examples = {"accepts": [1, "1", None], "refuses": ["one", -1, True]}
NEEDED_LINK: Examples = {"accepts": [1], "refuses": [None, "one", -1]}
FILES: Examples = {"accepts": [[1, 2], []], "refuses": ["1", [0], ["a"], [999_999]]}


def _choice(*good: str) -> Examples:
    return {"accepts": [*good, None], "refuses": ["other things", 5, ["active"]]}


def _chosen(*good: str) -> Examples:
    return {"accepts": list(good), "refuses": [None, "", "lost", 5]}


def _first_event(minutes: int) -> str:
    """A moment within the hour of the first event of the demo data, for which everybody on it is free."""
    first = next(Calendar(build()).events())
    return (first.starts + dt.timedelta(minutes=minutes)).isoformat()


PERSONAL: dict[str, Examples] = {
    "title": {"accepts": ["Ms", "Dr", "", None], "refuses": ["Emperor", "dr", 17, ["x"], "x" * 21]},
    "firstName": _needed(100, "Ada", "Łucja"),
    "lastName": _needed(100, "O'Brien", "van Dijk"),
    "preferredName": _text(100, "Addy"),
    "birthDate": DATE,
    "nationality": _text(100, "British"),
    "email": EMAIL,
    "phone": PHONE,
    "mobile": PHONE,
    "contactBy": _choice("email", "phone", "text", "post"),
    "departmentId": LINK,
    "organisationId": LINK,
    "notes": RICH,
    "documentIds": FILES,
}
CHECKS: dict[str, Examples] = {
    "dbsNumber": _digits(12),
    "dbsDate": DATE,
    "rightToWork": FLAG,
    "rightToWorkDate": DATE,
    "safeguardingTrained": DATE,
    "emergencyContacts": {
        "accepts": [[{"name": "Ann", "relation": "Aunt", "phone": "+44 1"}], [], [{}]],
        "refuses": [[{"name": "Ann"}], [{"name": "Ann", "phone": "1", "age": 3}], "Ann", [1],
                    [{"name": "Ann", "phone": "1"}] * 6],
    },
}  # fmt: skip
HOURS: Examples = {
    "accepts": [
        [{"day": "Monday", "start": "08:30", "end": "12:00"}],
        [{"day": "Sunday", "start": "00:00", "end": "24:00"}],
        [],
    ],
    "refuses": [
        [{"day": "Someday", "start": "08:30", "end": "12:00"}],
        [{"day": "Monday", "start": "8", "end": "25:00"}],
    ],
}
FIELDS: dict[str, dict[str, Examples]] = {
    "student": PERSONAL | {
        "firstLanguage": _text(100, "Portuguese"),
        "passportExpires": DATE,
        "visaType": _choice("none", "student", "childStudent", "visitor", "other"),
        "visaExpires": DATE,
        "status": _chosen("active", "enquiry", "alumni", "retired"),
        "studentType": _choice("asp", "supp", "fulltime"),
        "enrolled": DATE,
        "left": DATE,
        "agentId": LINK,
        "lastContact": MOMENT,
        "school": _text(200, "Cherwell School"),
        "yearGroup": _choice("Year 7", "Year 13", "Gap year"),
        "destination": _text(200, "Law, Durham"),
        "emergencyContacts": CHECKS["emergencyContacts"],
        "medical": _text(2000, "Allergic to nuts"),
        "learningNeeds": _text(2000, "Dyslexia"),
        "safeguarding": RICH,
        "socialMediaRelease": FLAG,
        "socialMediaReleaseDate": DATE,
        "socialMediaHandles": _text(500, "@ada"),
    },
    "tutor": PERSONAL | CHECKS | {
        "status": _chosen("active", "training", "retired"),
        "isPT": FLAG,
        "started": DATE,
        "interviewed": MOMENT,
        "qualifications": {
            "accepts": [[{"title": "BA", "institution": "Oxford", "year": "2001"}], []],
            "refuses": [[{"institution": "Oxford"}], [{"title": "BA", "year": "01"}]],
        },
        "teachesOnline": FLAG,
        "hoursPerWeek": {"accepts": [12, "7.5", None], "refuses": [-1, 61, "many", True]},
        "availableFrom": DATE,
        "availability": HOURS,
        "biography": {"accepts": ["<p>Teaches.</p>"], "refuses": [5, "x" * 4001]},
        "referencesReceived": FLAG,
        "charterAccepted": MOMENT,
    },
    "staff": PERSONAL | CHECKS | {
        "status": _chosen("active", "retired"),
        "jobTitle": _text(100, "Accounts"),
        "extension": _digits(4),
        "workPattern": _text(200, "Mondays"),
        "availability": HOURS,
        "started": DATE,
        "left": DATE,
        "firstAider": FLAG,
    },
    "client": PERSONAL | {
        "status": _chosen("active", "retired"),
        "company": _text(200, "Lovelace & Co"),
        "invoiceEmail": EMAIL,
        "heardFrom": _text(200, "A friend"),
        "newsletter": FLAG,
        "newsletterDate": DATE,
    },
    "candidate": PERSONAL | {
        "status": _chosen("active", "alumni"),
        "examFirstName": _text(100, "Augusta"),
        "examLastName": _text(100, "King"),
        "uci": {"accepts": ["625010260001A", "", None], "refuses": ["625010260001", "62501-260001A", "6" * 14]},
        "uln": _digits(10),
        "centreNumber": _digits(5),
        "candidateNumber": _digits(4),
        "studentId": LINK,
        "idSeen": FLAG,
        "idSeenOn": DATE,
        "access": {"accepts": [["extraTime25", "reader"], []], "refuses": ["reader", ["everything"]]},
        "accessApproved": DATE,
        "accessUntil": DATE,
        "accessEvidenceIds": FILES,
    },
    "invigilator": PERSONAL | CHECKS | {
        "status": _chosen("active", "training", "retired"),
        "started": DATE,
        "duties": {"accepts": [["lead", "scribe"], []], "refuses": [["boss"], "lead"]},
        "trained": DATE,
        "availability": HOURS,
    },
    "agent": PERSONAL | {
        "status": _chosen("active", "retired"),
        "company": _text(200, "Bridge Education"),
        "country": _text(100, "Portugal"),
        "website": _text(200, "bridge.example"),
        "contractFrom": DATE,
        "contractUntil": DATE,
        "commissionNote": _text(2000, "10 %"),
    },
    "clientStudent": {
        "clientId": NEEDED_LINK,
        "studentId": NEEDED_LINK,
        "relation": _text(50, "Mother"),
        "pays": FLAG,
    },
    "workingHours": {"hours": HOURS},
    "location": {
        "title": _needed(100, "Euler room"),
        "type": _chosen("building", "room", "zoom", "external"),
        "status": _chosen("active", "retired"),
        "parentId": LINK,
        "capacity": {"accepts": [12, "12", None], "refuses": [-1, 10_001, "many"]},
        "line1": _text(200, "1 Mill Road"),
        "line2": _text(200, "Second floor"),
        "city": _text(100, "Oxford"),
        "postcode": _text(20, "OX1 1AA"),
        "notes": _text(2000, "Ring twice"),
    },
    "address": {
        "personType": _chosen("student", "agent"),
        "personId": {"accepts": [1], "refuses": [None, 0, "one"]},
        "title": _needed(100, "Home"),
        "line1": _needed(200, "1 Mill Road"),
        "line2": _text(200, "Flat 2"),
        "line3": _text(200, "Jericho"),
        "city": _text(100, "Oxford"),
        "postcode": _needed(20, "OX1 1AA"),
        "country": _text(100, "United Kingdom"),
        "primary": {"accepts": [True, "true"], "refuses": ["yes", 1, [True]]},
    },
    "course": {
        "board": _text(100, "AQA"),
        "level": _needed(100, "A-level"),
        "subject": _needed(100, "Mathematics"),
        "type": _chosen("group", "indiv", "shared", "paired", "workshop", "seminar"),
        "status": _chosen("proposed", "completed", "active", "deleted", "withdrawn"),
        "fullTime": FLAG,
        "syllabus": _text(10, "9MA0"),
        "option": _text(10, "AX"),
        "studyPlanNotRequired": FLAG,
        "departmentId": LINK,
        "organisationId": LINK,
        "academicYearId": LINK,
        "starts": DATE,
        "ends": DATE,
        "defaultDurationHr": {"accepts": [0, 12], "refuses": [-1, 13, "long"]},
        "defaultDurationMin": {"accepts": [0, 59], "refuses": [-1, 60]},
        "hours": {"accepts": [30, "7.5", None], "refuses": [-1, 2001, "many"]},
        "notes": RICH,
    },
    "cws": {
        "courseId": {"accepts": [1], "refuses": [None, 0, "one"]},
        "studentId": NEEDED_LINK,
        "status": _chosen("proposed", "active", "completed", "withdrawn"),
        "reachGrade": _text(100, "A"),
        "matchGrade": _text(100, "B"),
        "safetyGrade": _text(100, "C"),
        "previousGrade": _text(100, "C"),
        "syllabus": _text(10, "9MA0"),
        "option": _text(10, "AX"),
    },
    "courseTutor": {"courseId": {"accepts": [1], "refuses": [None, 0, "one"]}, "tutorId": NEEDED_LINK},
    "tutorSubject": {
        "tutorId": NEEDED_LINK,
        "subject": _needed(100, "Physics"),
        "level": _needed(100, "GCSE"),
        "board": _text(100, "AQA"),
        "note": _text(200, "Mechanics only"),
    },
    "event": {
        "title": _needed(200, "Physics"),
        "type": _chosen("tutorial", "invigilation session"),
        "start": {"record": 1, "accepts": [_first_event(minutes=5)], "refuses": [None, "", "noon", 5, [1]]},
        "end": {"record": 1, "accepts": [_first_event(minutes=55)], "refuses": [None, "", "noon", 5, [1]]},
        "allDay": FLAG,
        "locationId": {"accepts": [2, 0, None], "refuses": ["one", -1, True]},
        "zoomTutorId": LINK,
        "courseId": LINK,
        "departmentId": LINK,
        "notes": RICH,
        "overrideReason": _text(200, "She knows"),
    },
    "eventPerson": {
        "eventId": {"accepts": [1], "refuses": [None, 0, "one"]},
        "kind": _chosen("tutor", "student"),
        "personId": {"accepts": [1], "refuses": [None, 0, "one"]},
        "cwsId": {"accepts": [1, None], "refuses": [0, "one"]},
        "status": _chosen("invited", "accepted", "declined"),
    },
    "eventSeries": {
        "title": _needed(200, "Physics"),
        "type": _chosen("tutorial", "meeting"),
        "rule": _needed(300, "FREQ=WEEKLY;COUNT=3"),
        "firstDay": {"accepts": ["2026-09-07"], "refuses": [None, "tomorrow", 5]},
        "time": _needed(5, "09:30"),
        "minutes": {"accepts": [60, "45"], "refuses": [None, -1, "long"]},
        "locationId": {"accepts": [2, 0, None], "refuses": ["one", -1, True]},
        "zoomTutorId": LINK,
        "courseId": LINK,
        "departmentId": LINK,
    },
    "examSeries": {
        "name": _needed(100, "Summer 2031"),
        "type": _chosen("public", "trial"),
        "season": _chosen("january", "summer", "november"),
        "year": {"accepts": [2027, "2028"], "refuses": [None, 2018, 2101, "next"]},
    },
    "exam": {
        "seriesId": NEEDED_LINK,
        "name": _needed(200, "Mathematics, higher tier"),
        "board": _needed(100, "AQA"),
        "code": _text(20, "8300/H"),
        "level": _needed(100, "GCSE"),
        "subject": _needed(100, "Mathematics"),
        "papers": {"accepts": [3, "2"], "refuses": [None, -1, 51, "both"]},
    },
    "enquiry": {
        "firstName": _needed(100, "Ada"),
        "lastName": _needed(100, "Lovelace"),
        "email": EMAIL,
        "phone": PHONE,
        "leadStatus": _chosen("called", "declined", "noResponse"),
    },
    "enquiryWithType": {
        "enquiryId": {"accepts": [1], "refuses": [None, 0, "one"]},
        "type": _chosen("asp", "exams", "other"),
        "status": _chosen("interested", "failed"),
        "organisationId": LINK,
        "studentId": LINK,
        "candidateId": LINK,
        "clientId": LINK,
    },
}  # fmt: skip
_WORD: dict[str, Examples] = {
    "title": _needed(100, "Astronomy"),
    "position": {"accepts": [10, "20"], "refuses": [None, -1, 10_001, "first"]},
}
FIELDS |= {name: dict(_WORD) for name in ("courseLevel", "courseSubject", "board", "examLevel", "examSubject")}
FIELDS["grade"] = _WORD | {"label": _text(100, "Ungraded")}

MOVES: dict[str, dict[str, dict[str, object]]] = {
    "event": {"cancel": {"body": {"reason": "The tutor is ill", "scope": "this"}}, "restore": {"body": {}}},
}

_PERSONS = {
    "status": "active,retired", "department": "1,2", "under18": "true", "birthDate": "2008-01-01..",
    "created": "2026-01-01..", "noBirthDate": "false",
}  # fmt: skip
_GROWN = {"status": "active,retired", "department": "1,2", "created": "2025-01-01.."}
_CHECKED = {"noDbs": "false"}
_COURSES = {
    "status": "active,proposed", "type": "indiv", "subject": "Mathematics", "level": "A-level", "board": "AQA",
    "department": "1", "starts": "2020-01-01..", "ends": "2020-01-01..", "noTutor": "false",
    "timelineDays": "2020-01-01..",
    "academicYear": str(next(course.year_id for course in build().courses if course.full_time)),
}  # fmt: skip
_EVENTS = {
    "type": "tutorial,busy", "status": "active", "start": "2020-01-01..", "end": "2020-01-01..", "locationId": "2",
    "courseId": "1", "departmentId": "1", "seriesId": "1", "userId": "41,42", "tutorId": "1", "studentId": "1",
    "from": "2020-01-01", "to": "2100-01-01",
    "calendarDays": "2020-01-01..",
}  # fmt: skip
_MY_EVENTS = {name: value for name, value in _EVENTS.items() if name != "studentId"} | {
    "type": "meeting", "seriesId": str(Calendar(build()).series[-1].id), "userId": "1",
}  # fmt: skip
LISTS: dict[str, dict[str, Any]] = {
    "students": {"filters": _PERSONS | {"studentType": "asp,supp", "socialMediaRelease": "true"}},
    "studentsSocialMediaRelease": {"filters": _PERSONS | {"studentType": "asp"}},
    "tutors": {"filters": _GROWN | _CHECKED | {"isPT": "true", "teachesOnline": "false"}},
    "staff": {"filters": _GROWN | _CHECKED | {"firstAider": "true"}},
    "clients": {"filters": _GROWN},
    "candidates": {"filters": _PERSONS | {"status": "alumni"}},
    "invigilators": {"filters": _GROWN | _CHECKED},
    "agents": {"filters": _GROWN},
    "locations": {"filters": {"type": "room,zoom", "status": "active", "city": "Oxford"}},
    "calendarLocations": {"filters": {}},
    "buildings": {"filters": {}},
    "courses": {"filters": _COURSES | {"fullTime": "true"}},
    "courseStudents": {"filters": {"status": "active", "courseId": "1", "studentId": "1"}},
    "myCourses": {"filters": {"status": "active", "courseId": "1", "studentId": "1"}, "reader": "student"},
    "fullTimeCourses": {"filters": _COURSES | {"subject": "Economics,French"}},
    "tutorSubjects": {
        "filters": {"subject": "Physics", "level": "GCSE", "board": "AQA", "status": "active", "tutorId": "1"}
    },
    "events": {"filters": _EVENTS},
    "myEvents": {"filters": _MY_EVENTS},
    "mySessions": {
        "filters": {name: _EVENTS[name] for name in ("start", "end", "from", "to")},
        "reader": "invigilator",
    },
    "masterEvents": {
        "filters": {
            "type": "tutorial,meeting",
            "firstDay": "2020-01-01..",
            "locationId": "2",
            "courseId": "1",
            "departmentId": "1",
        }
    },
    "examSeries": {"filters": {"type": "public,trial", "season": "summer", "year": f"{TODAY.year}.."}},
    "exams": {"filters": {"board": "AQA", "level": "GCSE,AS", "subject": "Physics,French", "seriesId": "1"}},
    "leads": {"filters": {"leadStatus": "new,declined", "created": "2020-01-01.."}},
    "enquiriesWithType": {
        "filters": {
            "status": "completed,called",
            "type": "exams",
            "kind": "enquiry,candidate",
            "organisation": "1",
            "enquiryId": "1",
            "studentId": "1",
            "candidateId": "1",
            "clientId": "1",
        }
    },
    **{
        name: {"filters": {}} for name in ("courseLevel", "courseSubject", "board", "grade", "examLevel", "examSubject")
    },
}
