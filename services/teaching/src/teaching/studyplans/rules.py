"""Choices, checks and texts of study plans (`teaching.md 4`, `5`, `9`)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

from kit.errors import Conflict, Invalid
from kit.values import Option, options
from teaching.copies.model import TERMS

VERSION = 2
"""The version of new plans; those of version 1 can be read and edited until they are deleted."""
VERSIONS = (1, VERSION)
TERM_OPTIONS = tuple(Option(name, title) for name, title in TERMS.items())
FIRST_ISO_WEEK = 30
"""ISO weeks below this are in the calendar year after the start of the academic year."""
WEEK_STATES = options(("planned", "Planned", "blue"), ("taught", "Taught", "green"), ("closed", "No teaching", "grey"))
"""The states of a week. Moves skip weeks without teaching."""
TRACKS = options(
    ("ahead", "Ahead", "green"),
    ("onTrack", "On track", "green"),
    ("notonTrack", "Not on track", "amber"),
    ("behind", "Behind", "red"),
    ("farBehind", "Far behind", "red"),
    ("na", "Not applicable", "grey"),
)
"""The on-track values (`teaching.md 4`)."""
UP_TO_DATE = ("ahead", "onTrack")
LATE = ("notonTrack", "behind", "farBehind")
GRADES = {
    "reach": "reachGrade",
    "match": "matchGrade",
    "safety": "safetyGrade",
    "previous": "previousGrade",
    "syllabusCode": "syllabus",
    "optionCode": "option",
}
"""The fields of a student on a course as `PUT /v2/course/{cwsId}` and people name them."""
OPTION_MAXIMUM = 10
NO_YEAR = "This course has no academic year yet. Please choose one"
NO_WEEK = "{year} has no week {week}"
LAST = "There is no week after this one that takes its content"


def start_of(year: int, iso_week: int) -> dt.date:
    """Return the Monday of an ISO week of the academic year that starts in `year`. Raises Invalid for week 53 of a year
    without one."""
    calendar = year if iso_week >= FIRST_ISO_WEEK else year + 1
    try:
        return dt.date.fromisocalendar(calendar, iso_week, 1)
    except ValueError:
        raise Invalid(NO_WEEK.format(year=calendar, week=iso_week), field="ISOWeek") from None


def place_of(year: Mapping[str, Any], iso_week: int) -> dict[str, Any]:
    """Return term, number in the term, Monday and Sunday of an ISO week of an academic year (a row of its copy). A week
    between terms is week 0 of the following term, or of the last one. Raises Invalid."""
    start = start_of(year["year"], iso_week)
    place = {"starts": start, "ends": start + dt.timedelta(days=6), "iso_week": iso_week}
    for week in year["weeks_to_iso"]:
        if week["isoWeek"] == iso_week:
            return place | {"term": week["term"], "week": week["week"]}
    day = start.isoformat()
    following = (week["term"] for week in year["weeks_to_iso"] if week["start"] > day)
    return place | {"term": next(following, "tt"), "week": 0}


def check_version(row: Mapping[str, Any]) -> None:
    """Refuse a plan of an unknown type (`teaching.md 4`). Raises Conflict that names the course."""
    if row["type_version"] not in VERSIONS:
        raise Conflict(f"Unrecognised study plan type. Course ID: {row['course_id']}", code="unrecognised_plan")
