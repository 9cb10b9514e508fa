"""Calls for the statistics, besides the figures of the lists."""

from __future__ import annotations

from typing import Any

from kit.http.fastapi import Call, Routes
from kit.policy import staff
from teaching.statistics import queries
from teaching.statistics.answers import SlipPairs, SlipTimes

routes = Routes()


@routes.get("/slip/statistics/times", may=staff, answers=list[SlipTimes])
def slip_times(call: Call) -> list[dict[str, Any]]:
    """Return median and 90th percentile of the hours to submission and to approval, by department and month of the
    tutorial; narrowed by the filters of `GET /slip/statistics`"""
    return call.read(queries.times, dict(call.request.query_params))


@routes.get("/slip/statistics/pairs", may=staff, answers=SlipPairs)
def slip_pairs(call: Call) -> dict[str, Any]:
    """Return the 2,000 pairs of tutor and student with most slips, or `by=departments` those of their departments;
    narrowed by the filters of `GET /slip/statistics`"""
    return call.read(queries.pairs, dict(call.request.query_params))
