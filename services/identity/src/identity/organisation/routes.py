"""Calls about academic years and titles, besides the lists and records."""

from __future__ import annotations

from typing import Any

from identity.organisation import queries
from identity.organisation.answers import StudyYear
from identity.organisation.rules import TITLES
from kit.http.fastapi import Call, Routes
from kit.policy import signed_in
from kit.values.days import today

routes = Routes()


@routes.get("/academic-years/all", may=signed_in, answers=list[StudyYear])
def all_years(call: Call, archived: bool = False) -> Any:
    """Return academic years with their terms and study weeks; with `archived` the archived ones."""
    return call.read(queries.years, archived)


@routes.get("/academic-years/current", may=signed_in, answers=StudyYear)
def current_year(call: Call) -> Any:
    """Return the current academic year."""
    return call.read(queries.current_year, today())


@routes.get("/system/titles", may=signed_in, answers=list[str])
def titles() -> Any:
    """Return the titles that a person may have."""
    return list(TITLES)
