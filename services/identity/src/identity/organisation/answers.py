"""Answers to calls about organisations and academic years, besides the declared ones."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, TypedDict

from identity.organisation.attributes import ACADEMIC_YEAR, ORGANISATION
from identity.organisation.rules import TERMS
from kit.values.schemas import one_of


@ORGANISATION.part("title", "currency", "country")
class OwnOrganisation(TypedDict):
    """The caller's organisation."""

    id: int


class Term(TypedDict):
    """First day, last day, number of study weeks."""

    start: dt.date
    end: dt.date
    weeks: int


class StudyWeek(TypedDict):
    """One study week, Monday to Sunday: its running number in the year, in its term, and in the calendar."""

    collegeWeek: int
    isoWeek: int
    term: Annotated[str, one_of(TERMS)]
    week: int
    start: dt.date
    end: dt.date


class YearParts(TypedDict):
    """The terms of an academic year and its weeks (`teaching.md 3`)."""

    mt: Term
    ht: Term
    tt: Term
    weeksToISO: list[StudyWeek]


@ACADEMIC_YEAR.part("title", "year")
class StudyYear(YearParts):
    """An academic year; `year` is the one in which it starts."""

    id: int
