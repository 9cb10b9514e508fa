"""Answers of the statistics of leads."""

from __future__ import annotations

from typing import TypedDict


class Conversion(TypedDict):
    """Leads of one value of a dimension. `share` is the percentage of the ended ones that were won; money is in pence,
    `answerHours` and `conversionDays` are medians. `filters` choose the rows in `GET /leads/statistics`, or of subjects
    and levels in `GET /leads/statistics/wishes`."""

    key: int | str | None
    text: str
    leads: int
    won: int
    lost: int
    open: int
    share: int | None
    valueWon: int
    valueLost: int
    valueOpen: int
    answerHours: float | None
    conversionDays: float | None
    filters: dict[str, str]


class CohortPart(TypedDict):
    """The leads converted within so many days, None until all are as old; `filter` is the value of `conversion`."""

    days: int
    converted: int | None
    filter: str


class Cohort(TypedDict):
    """The leads of a month of enquiry followed on. `all` is the value of the filter `conversion` of all converted."""

    month: str
    text: str
    leads: int
    lost: int
    converted: int
    filters: dict[str, str]
    within: list[CohortPart]
    all: str


class TimeInStatus(TypedDict):
    """Stays of leads in a status by one dimension; `still` of them go on. `medianDays` and `meanDays` count those until
    today. `filters` choose the rows in `GET /leads/statistics/stays`."""

    text: str
    stays: int
    still: int
    medianDays: float | None
    meanDays: float | None
    filters: dict[str, str]
