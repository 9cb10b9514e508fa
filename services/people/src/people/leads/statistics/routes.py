"""Calls of the statistics of leads, besides the figures of the lists."""

from __future__ import annotations

from typing import Any

from kit.http.fastapi import Call, Routes
from people.leads.statistics import figures, stays
from people.leads.statistics.answers import Cohort, Conversion, TimeInStatus
from people.policy import STAFF

routes = Routes()


@routes.get("/leads/statistics/conversion", may=STAFF, answers=list[Conversion])
def conversion(call: Call) -> list[dict[str, Any]]:
    """Return leads won and lost, by=month, origin, owner, subject, level, kind, department, campaign or enquirer;
    narrowed by the filters of `GET /leads/statistics`"""
    return call.read(figures.conversion, dict(call.request.query_params))


@routes.get("/leads/statistics/cohorts", may=STAFF, answers=list[Cohort])
def cohorts(call: Call) -> list[dict[str, Any]]:
    """Return the leads of each month of enquiry, and how many were converted within 30 to 365 days; narrowed by the
    same filters"""
    return call.read(figures.cohorts, dict(call.request.query_params))


@routes.get("/leads/statistics/times", may=STAFF, answers=list[TimeInStatus])
def times(call: Call) -> list[dict[str, Any]]:
    """Return how long leads stay in a status, by=status, owner or month; narrowed by the filters of
    `GET /leads/statistics/stays`"""
    return call.read(stays.times, dict(call.request.query_params))
