"""Terms and weeks of an academic year (`teaching.md 9`, `platform.md 9`)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from typing import Any

from staffroom.identity.v1 import titles_pb2

TERMS = {"mt": "Michaelmas", "ht": "Hilary", "tt": "Trinity"}
FIRST_ISO_WEEK = 30
"""ISO weeks below this are in the calendar year after the one in which the academic year starts."""
TITLES = tuple(name.removeprefix("TITLE_").capitalize() for name, number in titles_pb2.Title.items() if number)
"""Titles of a person, in the order of the contract."""


def calendar_year(year: int, iso_week: int) -> int:
    """Return the calendar year of `iso_week`, in the academic year that starts in `year`."""
    return year if iso_week >= FIRST_ISO_WEEK else year + 1


def monday(date: dt.date) -> dt.date:
    return date - dt.timedelta(days=date.weekday())


def weeks(row: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the study weeks of an academic year (a row of its table), term by term (`StudyWeek`)."""
    college = 0
    for term in TERMS:
        start, number = monday(row[f"{term}_start"]), 0
        while start <= row[f"{term}_end"]:
            college, number = college + 1, number + 1
            iso = start.isocalendar().week
            first = dt.date.fromisocalendar(calendar_year(row["year"], iso), iso, 1)
            week = {"collegeWeek": college, "isoWeek": iso, "term": term, "week": number}
            yield week | {"start": first, "end": first + dt.timedelta(days=6)}
            start += dt.timedelta(weeks=1)


def term(row: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Return a term in its wire shape: first day, last day, number of study weeks."""
    first, last = row[f"{name}_start"], row[f"{name}_end"]
    return {"start": first, "end": last, "weeks": (monday(last) - monday(first)).days // 7 + 1}


def wrong_terms(row: Mapping[str, Any]) -> dict[str, str]:
    """Return the errors in the terms of a year, by field name; empty if there are none."""
    faults: dict[str, str] = {}
    first, last = dt.date(row["year"], 9, 1), dt.date(row["year"] + 1, 8, 31)
    outside = f"The academic year {first.year}-{last.year} starts 1 September and ends 31 August"
    before: dt.date | None = None
    for name, title in TERMS.items():
        start, end = row[f"{name}_start"], row[f"{name}_end"]
        if not first <= start <= last:
            faults[f"{name}Start"] = outside
        elif before is not None and monday(start) <= before:
            faults[f"{name}Start"] = f"{title} term starts after the week the term before it ends in"
        if end < start:
            faults[f"{name}End"] = f"{title} term ends before it starts"
        elif not first <= end <= last:
            faults[f"{name}End"] = outside
        before = end
    return faults


def year_of(date: dt.date) -> int:
    """Return the year in which the academic year of `date` starts, on 1 September."""
    return date.year if date.month >= 9 else date.year - 1
