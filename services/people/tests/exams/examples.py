"""Examples of exams, for the conformance suite."""

from __future__ import annotations

from typing import Any

from services.demo.world import TODAY
from services.people.demo.exams import EMPTY_SERIES
from services.people.tests.values import DATE, LINK, NEEDED_LINK, RICH, chosen, needed, text

_TYPES = ("public", "trial", "centreAssessed")
MOMENT = {"accepts": ["2030-01-31T12:00:00Z", None], "refuses": ["noon", 5]}
NEEDED_DATE = {"accepts": ["2026-02-28"], "refuses": [None, "", "tomorrow", 5]}

FIELDS: dict[str, Any] = {
    "examSeason": {
        "title": needed(100, "Public exams 2031"),
        "year": {"accepts": [2027, "2028"], "refuses": [None, 2018, 2101, "next"]},
        "starts": {"accepts": ["2020-01-01"], "refuses": ["31/07/2020", 5]},
        "ends": {"accepts": ["2031-01-01"], "refuses": ["31/07/2020", 5]},
        "briefing": RICH,
    },
    "examComponent": {
        "code": needed(20, "8300/1H"),
        "title": text(200, "Paper 1, without calculator"),
        "kind": chosen("written", "speaking", "practical", "onScreen", "coursework"),
        "sittingDate": DATE,
        "session": {"accepts": ["am", "pm", "ev", None], "refuses": ["noon", 5]},
        "minutes": {"accepts": [90, "105", None], "refuses": [-1, 601, "long"]},
    },
    "examKeyTime": {
        "session": chosen("ev"),
        "begins": {"accepts": ["17:30"], "refuses": ["", None, "25:00", 5]},
        "validFrom": NEEDED_DATE,
        "source": text(300, "JCQ ICE 2026"),
    },
    "examSeries": {
        "name": needed(100, "Summer 2031"),
        "type": {**chosen(*_TYPES), "record": EMPTY_SERIES},
        "season": chosen("january", "summer", "november"),
        "year": {"accepts": [2027, "2028"], "refuses": [None, 2018, 2101, "next"]},
        "boardCode": {"accepts": ["6G", "", None], "refuses": ["6GX", "6-"]},
        "seasonId": {**LINK, "record": 1},
        "state": chosen("planned", "entries", "entered", "running", "results", "released", "closed"),
        "resultsAt": MOMENT,
    },
    "exam": {
        "seriesId": NEEDED_LINK,
        "name": needed(200, "Mathematics, higher tier"),
        "board": needed(100, "AQA"),
        "code": text(20, "8300/H"),
        "level": needed(100, "GCSE"),
        "subject": needed(100, "Mathematics"),
        "option": text(10, "B"),
        "papers": {"accepts": [3, "2"], "refuses": [None, -1, 51, "both"]},
        "grades": text(100, "Distinction Merit Pass"),
        "minimumAge": {"accepts": [16, "18", None], "refuses": [-1, 100, "old"]},
    },
}
_PAPERS = {
    "kind": "written",
    "sittingDate": f"{TODAY}..",
    "session": "am,pm",
    "examId": "1,2,3,4,5,6",
    "board": "AQA,OCR",
    "seriesKind": "public",
    "seriesId": "1,2",
}
LISTS: dict[str, Any] = {
    "examSeasons": {"filters": {"kind": ",".join(_TYPES)}},
    "examSeries": {
        "filters": {
            "type": "public,trial",
            "season": "summer",
            "year": f"{TODAY.year}..",
            "seasonId": "1",
            "state": "running,entries",
        },
    },
    "examComponents": {"filters": _PAPERS},
    "upcomingSittings": {"filters": _PAPERS},
    "examKeyTimes": {"filters": {"session": "am,pm"}},
    "exams": {"filters": {"board": "AQA", "level": "GCSE,AS", "subject": "Physics,French", "seriesId": "1"}},
}
