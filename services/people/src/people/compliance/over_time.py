"""The amount of missing data at the end of each past day, with its rows. Each gap keeps when it began and ended, but
not whether it was waived then."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from typing import Any, Literal

import sqlalchemy as sa
from dateutil.relativedelta import relativedelta

from kit.database import all_rows
from kit.database.sql import day_of
from kit.errors import Invalid
from kit.lists import Column, Filter, ListSpec
from kit.policy import Actor
from kit.values.days import today
from kit.values.shown import shown
from people.compliance.attributes import GAP
from people.compliance.fields import GAP_FIELDS
from people.compliance.missing import table_of
from people.compliance.model import requirement_gap
from people.courses.queries import COURSE_TITLE
from people.persons.queries import full_name
from people.policy import COMPLIANCE
from people.requirements.attributes import MENDERS, SEVERITIES
from people.requirements.measures import KINDS
from people.requirements.model import requirement

_g, _r = requirement_gap.c, requirement.c
Step = Literal["day", "week", "month"]
_STEPS = {"day": relativedelta(days=1), "week": relativedelta(weeks=1), "month": relativedelta(months=1)}
MOST = 400
"""Maximum days of one answer."""
_TOO_MANY = f"At most {MOST} days are shown; please choose a shorter time or longer steps"
_ORDER = "The time ends before it begins"
_FUTURE = "Please choose a day that is over, or today"


def _stood(bounds: Any) -> sa.ColumnElement[bool]:
    """Return the condition that a gap was open at the end of a day from `low` to `high`."""
    low, high = bounds
    began = sa.or_(high.is_(None), day_of(_g.since) <= high)
    return sa.and_(began, sa.or_(low.is_(None), _g.mended.is_(None), day_of(_g.mended) > low))


def _name() -> sa.ColumnElement[str]:
    names = []
    for kind in KINDS:
        table = table_of(str(kind.value))
        name = COURSE_TITLE if kind.value == "course" else full_name(table)
        of_kind = sa.select(name).where(table.c.id == _g.record_id).correlate(requirement_gap).scalar_subquery()
        names.append((_g.kind == kind.value, of_kind))
    return sa.func.coalesce(sa.case(*names), "")


BY_DAY = ListSpec(
    name="missingByDay",
    path="/compliance/missing",
    title="Missing data by day",
    one="missing entry",
    source=requirement_gap.join(requirement, _r.id == _g.requirement_id),
    may=COMPLIANCE,
    columns=GAP.columns(
        Column(name="id", expression=_g.id, type="id", hidden=True),
        Column(name="name", expression=_name(), width=180),
        Column(name="kind", expression=_g.kind, title="Of", type="select", options=KINDS, width=95),
        Column(name="missing", expression=_r.title, width=230),
        "since",
        Column(name="mended", expression=_g.mended, title="Supplied", type="date", width=110),
        "status",
        Column(name="severity", expression=_r.severity, type="select", options=SEVERITIES, width=105),
        Column(name="mender", expression=_r.mender, title="Who supplies it", type="select", options=MENDERS, width=150),
    ),
    filters=[
        Filter(
            name="on",
            expression=day_of(_g.since),
            title="Missing on",
            kind="range",
            condition=_stood,
            quick="past",
        ),
        Filter(name="kind", expression=_g.kind, title="Of", options=KINDS),
        Filter(name="severity", expression=_r.severity, options=SEVERITIES),
        Filter(name="mender", expression=_r.mender, title="Who supplies it", options=MENDERS),
        Filter(
            name="requirementId",
            expression=_g.requirement_id,
            title="Requirement",
            options_from="/compliance/requirements",
        ),
    ],
    default_sort="-since",
    search=_r.title,
    record=GAP_FIELDS,
)
"""All gaps, past and present; `on` selects those of a day."""


def _days(first: dt.date, last: dt.date, step: Step) -> Iterator[dt.date]:
    """Yield the last day and earlier ones by steps, the newest first."""
    for number in range(MOST + 1):
        day = last - _STEPS[step] * number
        if day < first:
            return
        yield day


def figures(
    connection: sa.Connection,
    actor: Actor,
    first: dt.date | None,
    last: dt.date | None,
    step: Step,
    kind: str | None,
    requirement_id: int | None,
) -> dict[str, Any]:
    """Return the number of open gaps at the end of each day by `step`, up to the day `last` (today), from `first` (a
    year before); each leads to its rows.

    Raises Invalid. A gap counts from the day it began to the day before it ended. The running sum of begun minus ended
    gaps is the number of open ones: two counts for each day, for any number of points.
    """
    until = last or today()
    since = first or until - relativedelta(years=1)
    if until > today():
        raise Invalid(_FUTURE, fields={"until": _FUTURE})
    if since > until:
        raise Invalid(_ORDER, fields={"since": _ORDER})
    days = list(_days(since, until, step))[::-1]
    if len(days) > MOST:
        raise Invalid(_TOO_MANY, fields={"since": _TOO_MANY})
    only = [_g.kind == kind] if kind else []
    only += [_g.requirement_id == requirement_id] if requirement_id else []
    began = sa.select(day_of(_g.since).label("day"), sa.func.count().label("count")).where(*only).group_by("day")
    ended = (
        sa.select(day_of(_g.mended).label("day"), (-sa.func.count()).label("count"))
        .where(*only, _g.mended.is_not(None))
        .group_by("day")
    )
    changes = all_rows(connection, began.union_all(ended).order_by("day"))
    names = {"kind": kind, "requirementId": str(requirement_id) if requirement_id else None}
    also = {name: value for name, value in names.items() if value}
    groups, total, place = [], 0, 0
    for day in days:
        while place < len(changes) and changes[place]["day"] <= day:
            total += changes[place]["count"]
            place += 1
        filters = {"on": f"{day.isoformat()}..{day.isoformat()}", **also}
        groups.append(
            {
                "keys": [day.isoformat()],
                "texts": [shown(day)],
                "currency": None,
                "values": [total],
                "before": None,
                "filters": filters,
                "keyFilters": [filters],
                "beforeFilters": None,
            }
        )
    return {
        "by": [{"name": "on", "title": "Day", "type": "date"}],
        "measures": [{"name": "count", "title": "Missing", "type": "integer"}],
        "groups": groups,
        "totals": [],
        "truncated": False,
        "period": None,
        "asOf": None,
    }
