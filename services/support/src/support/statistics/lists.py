"""The list of the statistics: for each period, a row per team and per person in it.

`open` and `overdue` count present tickets; the others count tickets raised in the period. The filters of the ticket
list select the rows behind each number (`web/apps/support/src/statistics`).
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.database import TODAY
from kit.lists import Column, Filter, ListSpec, Tab
from kit.policy import Scope, sys_admin
from kit.values import Option, options
from support import teams
from support.directory.model import user
from support.directory.queries import UNKNOWN
from support.tickets import rules
from support.tickets.lists import LEVEL, OVERDUE, REOPENED
from support.tickets.model import ticket

_c = ticket.c
PERIODS = options(
    ("week", "Last 7 days"), ("month", "Last 30 days"), ("quarter", "Last 90 days"), ("year", "Last 365 days")
)
_DAYS = {"week": 7, "month": 30, "quarter": 90, "year": 365}
ALL, WHOLE_TEAM, NOBODY = "all", "Whole team", "Nobody yet"
_TEAMS = (Option(ALL, "All teams"), *teams.TYPES)
_TEAM_NUMBERS = {option.value: number for number, option in enumerate(teams.TYPES, start=1)}


def _hours(share: float, minutes: sa.ColumnElement[Any], counted: sa.ColumnElement[bool]) -> sa.ColumnElement[Any]:
    """Return a percentile of working minutes as hours, with one decimal."""
    value = sa.func.percentile_cont(share).within_group(minutes).filter(counted)
    return sa.cast(value / 60, sa.Numeric(10, 1))


def _period(number: int, period: str) -> sa.Select[Any]:
    """Select the groups of one period. Its literals let the database skip the periods that are not requested."""
    first = TODAY - _DAYS[period]
    raised = _c.created >= sa.func.timezone("Europe/London", sa.cast(first, sa.DateTime))
    unresolved = _c.status != "resolved"
    whole = sa.func.grouping(_c.responsible_id)
    team = sa.func.coalesce(sa.case(_TEAM_NUMBERS, value=_c.type), 0)
    person = sa.case((whole == 1, 0), else_=1 + sa.func.coalesce(_c.responsible_id, 0))
    key = sa.cast(number * 10**14 + team * sa.literal(10**12, sa.BigInteger) + person, sa.BigInteger)

    def count(*conditions: sa.ColumnElement[bool]) -> sa.ColumnElement[int]:
        return sa.func.count().filter(*conditions)

    kept, missed = (count(raised, sa.literal(state) == LEVEL) for state in (rules.KEPT, rules.MISSED))
    return (
        sa.select(
            key.label("id"),
            sa.literal(period, sa.Text).label("period"),
            sa.cast(first, sa.Date).label("first"),
            sa.func.coalesce(_c.type, ALL).label("team"),
            _c.responsible_id.label("person_id"),
            (whole == 1).label("whole"),
            count(unresolved).label("open"),
            count(OVERDUE).label("overdue"),
            count(raised).label("raised"),
            count(raised, _c.answer_minutes.is_not(None)).label("answered"),
            _hours(0.5, _c.answer_minutes, raised).label("answer_median"),
            _hours(0.9, _c.answer_minutes, raised).label("answer_most"),
            count(raised, sa.not_(unresolved)).label("resolved"),
            _hours(0.5, _c.resolve_minutes, raised).label("resolve_median"),
            _hours(0.9, _c.resolve_minutes, raised).label("resolve_most"),
            kept.label("kept"),
            missed.label("missed"),
            sa.cast(100 * kept / sa.func.nullif(kept + missed, 0), sa.Integer).label("kept_share"),
            count(raised, REOPENED).label("reopened"),
            count(raised, _c.rating.is_not(None)).label("rated"),
            sa.cast(sa.func.avg(_c.rating).filter(raised), sa.Numeric(3, 1)).label("rating"),
        )
        .where(sa.or_(raised, unresolved))
        .group_by(sa.func.grouping_sets(sa.tuple_(), sa.tuple_(_c.type), sa.tuple_(_c.type, _c.responsible_id)))
    )


_groups = sa.union_all(*(_period(number, period) for number, period in enumerate(_DAYS, start=1))).subquery("statistic")
_g = _groups.c
_NAME = sa.case(
    (_g.whole, WHOLE_TEAM),
    (_g.person_id.is_(None), NOBODY),
    else_=sa.func.coalesce(user.c.name, sa.func.concat(UNKNOWN, _g.person_id)),
)
SCOPE = Scope(everything=sys_admin, roles={group: teams.of_group(_g.team, group) for group in teams.GROUPS})


def _number(name: str, expression: sa.ColumnElement[Any], title: str = "", width: int = 95) -> Column:
    return Column(name=name, expression=expression, title=title, type="integer", width=width)


def _time(name: str, expression: sa.ColumnElement[Any], title: str) -> Column:
    return Column(name=name, expression=expression, title=title, type="decimal", width=120)


TICKET_STATISTICS = ListSpec(
    name="ticketStatistics",
    path="/v2/support/statistics",
    title="Ticket statistics",
    one="group",
    naming="person",
    source=_groups.outerjoin(user, user.c.id == _g.person_id),
    key=_g.id,
    scope=SCOPE,
    may=teams.support_staff,
    default_sort="id",
    legacy=False,
    columns=[
        Column(name="id", expression=_g.id, type="id", sortable=True, hidden=True),
        Column(name="person", expression=_NAME, width=170),
        Column(name="team", expression=_g.team, type="select", options=_TEAMS, width=130),
        _number("open", _g.open, "Open now"),
        _number("overdue", _g.overdue, "Overdue now", 110),
        _number("raised", _g.raised),
        _number("answered", _g.answered),
        _time("answerMedian", _g.answer_median, "First answer, median h"),
        _time("answerMost", _g.answer_most, "First answer, 90% h"),
        _number("resolved", _g.resolved),
        _time("resolveMedian", _g.resolve_median, "Solution, median h"),
        _time("resolveMost", _g.resolve_most, "Solution, 90% h"),
        _number("keptShare", _g.kept_share, "Levels kept, %", 115),
        _number("missed", _g.missed, "Levels missed", 115),
        _number("reopened", _g.reopened),
        Column(name="rating", expression=_g.rating, title="Rating, 1 to 5", type="decimal", width=115),
        _number("rated", _g.rated, "Ratings"),
        Column(name="period", expression=_g.period, type="select", options=PERIODS, hidden=True),
        Column(name="first", expression=_g.first, title="From", type="date", hidden=True),
        Column(name="personId", expression=_g.person_id, type="id", hidden=True),
        Column(name="whole", expression=_g.whole, type="boolean", title="Whole team", hidden=True),
    ],
    filters=[
        Filter(name="period", expression=_g.period, options=PERIODS),
        Filter(name="team", expression=_g.team, options=_TEAMS),
        Filter(name="whole", title="Whole team", kind="boolean", condition=lambda wanted: _g.whole == wanted),
    ],
    tabs=(Tab(filter="period", opens="month"),),
)
