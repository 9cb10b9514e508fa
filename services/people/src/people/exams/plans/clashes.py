"""Candidates of a series with two papers at once or more than the allowed hours a day, found in one statement.

It uses the times of the boards with the extra time of that day, so it works before anybody is seated.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from kit.database import all_rows
from kit.policy import Actor
from people.exams.access.model import access_arrangement, holds_on
from people.exams.candidacies.model import exam_candidacy
from people.exams.components.lists import EXAM_TITLE
from people.exams.components.model import STARTS, exam_component
from people.exams.entries.model import exam_entry
from people.exams.model import exam
from people.exams.plans.model import exam_day_plan
from people.exams.rules.model import holds
from people.persons.model import TABLES
from people.persons.queries import full_name
from people.policy import OF_STAFF

_c, _x, _entry, _a = exam_component.c, exam.c, exam_entry.c, access_arrangement.c
_candidate, _place, _plan = TABLES["candidate"], exam_candidacy.c, exam_day_plan.c
UPPER = "A"
"""The first letter of the levels with the longer day: A-level, AS, AEA."""


def _sittings(series: int) -> sa.CTE:
    """Return the sittings of the series: each entry with a paper, its start and its end."""
    upper = _x.level.startswith(UPPER)
    papers = (
        sa.select(
            _c.id,
            _c.exam_id,
            _c.sitting_date.label("day"),
            _c.minutes,
            STARTS.label("starts"),
            (EXAM_TITLE + " " + _c.code).label("paper"),
            upper.label("upper"),
            sa.case(
                (upper, holds("dayMinutesUpper", _c.sitting_date)), else_=holds("dayMinutes", _c.sitting_date)
            ).label("allowed"),
        )
        .select_from(exam_component.join(exam, _x.id == _c.exam_id))
        .where(_x.series_id == series, _c.minutes > 0, _c.sitting_date.is_not(None), _c.session.is_not(None))
        .cte("papers")
        .prefix_with("MATERIALIZED")
    )
    days = sa.select(papers.c.day).distinct().cte("days")
    extra = (
        sa.select(_a.candidate_id, days.c.day, sa.func.max(_a.percent).label("percent"))
        .select_from(access_arrangement.join(days, holds_on(days.c.day)))
        .where(_a.percent > 0)
        .group_by(_a.candidate_id, days.c.day)
        .cte("extra")
        .prefix_with("MATERIALIZED")
    )
    length = sa.cast(sa.func.ceil(papers.c.minutes * (100 + sa.func.coalesce(extra.c.percent, 0)) / 100.0), sa.Integer)
    ends = papers.c.starts + length * sa.literal_column("interval '1 minute'")
    return (
        sa.select(
            _entry.candidate_id,
            _entry.candidacy_id,
            papers.c.day,
            papers.c.starts,
            ends.label("ends"),
            length.label("length"),
            papers.c.paper,
            papers.c.allowed,
        )
        .select_from(
            exam_entry.join(papers, papers.c.exam_id == _entry.exam_id).outerjoin(
                extra, sa.and_(extra.c.candidate_id == _entry.candidate_id, extra.c.day == papers.c.day)
            )
        )
        .where(_entry.status != "withdrawn")
        .cte("sittings")
    )


def of_series(connection: sa.Connection, actor: Actor, series: int) -> Sequence[dict[str, Any]]:
    """Return `{candidateId, candidate, number, day, kind, papers, minutes, allowed, planned}` for each candidate and
    day that need a plan; `kind` is clash or long. At most 1000, those without a plan first."""
    sat = _sittings(series)
    before = sa.func.max(sat.c.ends).over(
        partition_by=(sat.c.candidate_id, sat.c.day), order_by=(sat.c.starts, sat.c.paper), rows=(None, -1)
    )
    looked = sa.select(sat, (sat.c.starts < before).label("overlaps")).subquery("looked")
    clash = sa.func.bool_or(sa.func.coalesce(looked.c.overlaps, sa.false()))
    minutes = sa.func.sum(looked.c.length)
    days = (
        sa.select(
            looked.c.candidate_id,
            sa.func.min(looked.c.candidacy_id).label("candidacy_id"),
            looked.c.day,
            clash.label("clash"),
            minutes.label("minutes"),
            sa.func.max(looked.c.allowed).label("allowed"),
            sa.func.string_agg(looked.c.paper, sa.literal(", ")).label("papers"),
        )
        .group_by(looked.c.candidate_id, looked.c.day)
        .having(sa.or_(clash, minutes > sa.func.max(looked.c.allowed)))
        .subquery("busy_days")
    )
    planned = sa.exists().where(_plan.candidate_id == days.c.candidate_id, _plan.day == days.c.day)
    statement = (
        sa.select(
            days.c.candidate_id.label("candidateId"),
            full_name(_candidate).label("candidate"),
            _place.number,
            days.c.day,
            sa.case((days.c.clash, "clash"), else_="long").label("kind"),
            days.c.papers,
            days.c.minutes,
            days.c.allowed,
            planned.label("planned"),
        )
        .select_from(
            days.join(_candidate, _candidate.c.id == days.c.candidate_id).join(
                exam_candidacy, _place.id == days.c.candidacy_id
            )
        )
        .where(OF_STAFF.where(actor))
        .order_by(planned, days.c.day, _place.number)
        .limit(1000)
    )
    return all_rows(connection, statement)
