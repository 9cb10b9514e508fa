"""Figures of the data that was missing at the end of a past day, from when each gap began and ended."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

import sqlalchemy as sa

from kit.database.sql import day_of
from kit.lists import AsOf, Past
from people.compliance.model import requirement_gap

_g = requirement_gap.c


def as_of(kind: str) -> AsOf:
    """Return the figures of a past day about the gaps of a kind. Past waivers are not known."""
    return AsOf(at=_at(kind), by=("requirementId", "severity", "mender", "since"), sums=())


def _at(kind: str) -> Callable[[sa.ColumnElement[dt.date]], Past]:
    def at(day: sa.ColumnElement[dt.date]) -> Past:
        stood = sa.or_(_g.mended.is_(None), day_of(_g.mended) > day)
        return Past(
            source=lambda source: source,
            where=sa.and_(_g.kind == kind, day_of(_g.since) <= day, stood),
            sums={},
            values={},
        )

    return at
