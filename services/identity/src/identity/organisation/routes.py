"""Calls about academic years and titles, besides the lists and records."""

from __future__ import annotations

import datetime as dt
from typing import Any
from zoneinfo import ZoneInfo

from identity.organisation import queries
from identity.organisation.answers import StudyYear
from identity.organisation.rules import TITLES
from kit.http.fastapi import Call, Routes
from kit.policy import signed_in

routes = Routes()
_LONDON = ZoneInfo("Europe/London")


@routes.get("/academic-years/all", may=signed_in, answers=list[StudyYear])
def all_years(call: Call, archived: bool = False) -> Any:
    """Academic years with their terms and study weeks; with `archived` those that are no longer offered."""
    with call.db.read() as connection:
        return queries.years(connection, call.actor, archived)


@routes.get("/academic-years/current", may=signed_in, answers=StudyYear)
def current_year(call: Call) -> Any:
    """The academic year of today."""
    with call.db.read() as connection:
        return queries.current_year(connection, call.actor, dt.datetime.now(_LONDON).date())


@routes.get("/system/titles", may=signed_in, answers=list[str])
def titles() -> Any:
    """Titles a person may have."""
    return list(TITLES)
