"""The time that leads spend in each status: a list of the periods, and figures that it cannot aggregate."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from kit.database import all_rows
from kit.errors import Invalid
from kit.lists import By, Column, Figures, Filter, ListSpec, request
from kit.lists.request import query
from kit.policy import Actor
from people.leads.attributes import ENQUIRY, STATUSES, owner
from people.leads.model import enquiry, lead_stay
from people.leads.statistics.figures import as_float, dimension_of, filters_of, median, narrowed_by
from people.persons.queries import full_name
from people.policy import OF_STAFF, STAFF

_lead, _stay = enquiry.c, lead_stay.c
STILL = _stay.ended.is_(None)
DAYS = sa.func.date_part("epoch", sa.func.coalesce(_stay.ended, sa.func.now()) - _stay.began, type_=sa.Double) / 86400
BY = {"status": "status", "owner": "ownerId", "month": "began.month"}
"""The dimension of the list for each value of `by`."""

LEAD_STAYS = ListSpec(
    name="leadStays",
    path="/leads/statistics/stays",
    title="Leads by time in status",
    one="stay",
    naming="name",
    source=lead_stay.join(enquiry, _lead.id == _stay.lead_id).outerjoin(owner, owner.c.user_id == _stay.owner_id),
    key=_stay.id,
    scope=OF_STAFF,
    may=STAFF,
    where=_lead.merged_into_id.is_(None),
    columns=[
        Column(name="id", expression=_stay.id, type="id", sortable=True, hidden=True, width=70),
        Column(name="name", expression=full_name(enquiry), width=180),
        Column(name="status", expression=_stay.status, type="select", options=STATUSES, width=120),
        Column(
            name="days", expression=sa.cast(DAYS, sa.Numeric(10, 1)), title="Days in status", type="decimal", width=110
        ),
        Column(name="still", expression=STILL, title="Still there", type="boolean", width=90),
        Column(name="owner", expression=full_name(owner), width=140),
        Column(name="began", expression=_stay.began, title="From", type="datetime", sortable=True, width=130),
        Column(name="ended", expression=_stay.ended, title="Until", type="datetime", width=130),
        ENQUIRY["kind"].in_list(),
        Column(name="leadId", expression=_lead.id, type="id", hidden=True),
        Column(name="ownerId", expression=_stay.owner_id, type="id", hidden=True),
    ],
    filters=[
        Filter(name="status", expression=_stay.status, options=STATUSES),
        Filter(name="still", title="Still there", kind="boolean", expression=STILL),
        Filter(name="ownerId", expression=_stay.owner_id, title="Owner", column="owner", options_from="/leads/owners"),
        Filter(name="began", expression=_stay.began, title="From", kind="range"),
        Filter(name="created", expression=_lead.created, title="Asked", kind="range"),
        ENQUIRY["kind"].as_filter(),
    ],
    default_sort="-began",
    search=_lead.search,
    target="/lead/{leadId}",
    figures=Figures(by=("status", "still", By("ownerId", text="owner"), "began", "created", "kind")),
)
"""A row for each period of a lead in a status, including the current one. The owner is the one of that time."""


def times(connection: sa.Connection, actor: Actor, asked: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return the filtered periods, by status, owner or month of their beginning: their number, how many continue, and
    the median and mean of their days. Raises Invalid."""
    name = asked.get("by") or "status"
    if name not in BY:
        raise Invalid(f"by is one of: {', '.join(BY)}", code="unknown_figure", fields={"by": ", ".join(BY)})
    dimension = dimension_of(LEAD_STAYS, BY[name])
    wanted = narrowed_by(LEAD_STAYS, asked)
    key = dimension.value.label("key")
    named = (sa.null() if dimension.named is None else dimension.named).label("named")
    statement = _measured(wanted, actor, key, named).group_by(key).order_by(key.asc().nulls_last())
    return [
        {
            "text": dimension.text(row["key"], row["named"]),
            **_measures(row),
            "filters": filters_of(LEAD_STAYS, dimension, row["key"], wanted),
        }
        for row in all_rows(connection, statement)
    ]


def together(connection: sa.Connection, actor: Actor, asked: Mapping[str, str]) -> dict[str, Any]:
    """Return the measures of `times` for all filtered periods. Raises Invalid."""
    [row] = all_rows(connection, _measured(narrowed_by(LEAD_STAYS, asked), actor))
    return _measures(row)


def _measured(wanted: request.ListRequest, actor: Actor, *keys: Any) -> sa.Select[Any]:
    """Return the statement of the keys and measures of the filtered periods."""
    chosen = query.where(wanted, actor)
    measures = [
        sa.func.count().label("stays"),
        sa.func.count().filter(STILL).label("still"),
        median(DAYS).label("medianDays"),
        sa.cast(sa.func.avg(DAYS), sa.Numeric(10, 1)).label("meanDays"),
    ]
    source = query.narrowed(LEAD_STAYS, [chosen, *keys, *measures])
    return sa.select(*keys, *measures).select_from(source).where(chosen)


def _measures(row: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "stays": row["stays"],
        "still": row["still"],
        "medianDays": as_float(row["medianDays"]),
        "meanDays": as_float(row["meanDays"]),
    }


LISTS = (LEAD_STAYS,)
