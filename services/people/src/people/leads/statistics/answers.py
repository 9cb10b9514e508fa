"""Answers of the statistics of leads."""

from __future__ import annotations

from typing import TypedDict


class Conversion(TypedDict):
    """Leads of one value of a dimension. `share` is the percentage won of those that ended; money is in pence,
    `answerHours` and `conversionDays` are medians. `filters` select the rows in `GET /leads/statistics`, or of subjects
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
    """The leads converted within a number of days, None until all are that old; `filter` is the value of
    `conversion`."""

    days: int
    converted: int | None
    filter: str


class Cohort(TypedDict):
    """The leads who enquired in one month. `all` is the value of the filter `conversion` of all converted."""

    month: str
    text: str
    leads: int
    lost: int
    converted: int
    filters: dict[str, str]
    within: list[CohortPart]
    all: str


class TimeInStatus(TypedDict):
    """Periods of leads in a status by one dimension; `still` of them continue. `medianDays` and `meanDays` count those
    until today. `filters` select the rows in `GET /leads/statistics/stays`."""

    text: str
    stays: int
    still: int
    medianDays: float | None
    meanDays: float | None
    filters: dict[str, str]
