"""The plan against what happened: how many weeks a student is behind.

A week counts against a student while it is later than the last week in which they were on track or ahead, and it was
marked not on track, behind or far behind, or had tutorials of which none was held with them. A mark of the tutor
stands above the calendar; weeks without teaching do not count. The page and the list read the same expression.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY

from kit.values.days import LONDON
from teaching.copies.model import course_student, event, event_person
from teaching.slips.model import slip
from teaching.studyplans import rules
from teaching.studyplans.model import week, week_student

_MISSED = "missed"
_TODAY = sa.cast(sa.func.timezone(LONDON.key, sa.func.now()), sa.Date)


def applies(of: Any, cws_id: sa.ColumnElement[Any]) -> sa.ColumnElement[bool]:
    """The condition that the week `of` is for the student on the course `cws_id`."""
    return sa.or_(of.c.cws_ids == sa.cast([], ARRAY(sa.BigInteger)), cws_id == sa.any_(of.c.cws_ids))


def _missed_mondays(cws_id: sa.ColumnElement[Any]) -> sa.Select[Any]:
    """The Mondays of the weeks, in London, in which the student had tutorials and none was held with them."""
    on, its, said = event_person.alias(), event.alias(), slip.alias()
    came = sa.func.coalesce(sa.func.nullif(said.c.present, ""), "present") == "present"
    held = sa.and_(its.c.status == "active", on.c.status != "declined", came)
    of_slip = sa.and_(said.c.tutorial_id == its.c.id, said.c.cws_id == on.c.cws_id, said.c.status != "deleted")
    monday = sa.cast(sa.func.date_trunc("week", sa.func.timezone(LONDON.key, on.c.starts)), sa.Date)
    return (
        sa.select(monday.label("monday"))
        .select_from(on.join(its, its.c.id == on.c.event_id).outerjoin(said, of_slip))
        .where(on.c.cws_id == cws_id, on.c.kind == "student")
        .group_by(monday)
        .having(sa.func.bool_and(~held))
    )


def _tables(*columns: Any) -> list[Any]:
    """The tables of the enclosing statement that these are columns of."""
    return [column.table for column in columns if getattr(column, "table", None) is not None]


def weeks_behind(plan_id: sa.ColumnElement[Any], cws_id: sa.ColumnElement[Any]) -> sa.ScalarSelect[int]:
    """How many weeks of the plan the student on the course is behind, 0 where there is no plan."""
    its, tracked = week.alias(), week_student.alias()
    # All at once, not week by week: most students missed nothing.
    missed = _missed_mondays(cws_id).correlate(*_tables(plan_id, cws_id)).subquery()
    marked = sa.and_(tracked.c.ot.is_not(None), tracked.c.ot != "na")
    was_missed = sa.and_(missed.c.monday.is_not(None), its.c.ends < _TODAY)
    state = sa.case((marked, tracked.c.ot), (was_missed, _MISSED))
    tracked_of = sa.and_(tracked.c.week_id == its.c.id, tracked.c.cws_id == cws_id)
    states = (
        sa.select(its.c.starts, state.label("state"))
        .select_from(its.outerjoin(tracked, tracked_of).outerjoin(missed, missed.c.monday == its.c.starts))
        .where(
            its.c.study_plan_id == plan_id, its.c.starts <= _TODAY, its.c.status != "closed", applies(its, cws_id)
        )
        .correlate(*_tables(plan_id, cws_id))
        .subquery()
    )  # fmt: skip
    last = sa.func.max(sa.case((states.c.state.in_(rules.UP_TO_DATE), states.c.starts))).over()
    since = sa.select(states.c.starts, states.c.state, last.label("last")).subquery()
    late = since.c.state.in_((*rules.LATE, _MISSED))
    after = sa.or_(since.c.last.is_(None), since.c.starts > since.c.last)
    return sa.select(sa.func.count()).select_from(since).where(late, after).scalar_subquery()


def most_behind(course_id: sa.ColumnElement[Any], plan_id: sa.ColumnElement[Any]) -> sa.ScalarSelect[int]:
    """The most weeks that a student of the course is behind, 0 without students."""
    on = course_student.alias()
    behind = weeks_behind(plan_id, on.c.id)
    return (
        sa.select(sa.func.coalesce(sa.func.max(behind), 0))
        .where(on.c.course_id == course_id, on.c.status != "withdrawn")
        .correlate(*_tables(course_id, plan_id))
        .scalar_subquery()
    )


def missed_weeks(plan_id: int, course_id: int) -> sa.Select[Any]:
    """`{weekId, cwsId}` of the weeks of a plan whose tutorials were all cancelled or missed."""
    on = course_student.alias()
    missed = _missed_mondays(on.c.id).lateral()
    its = sa.and_(week.c.study_plan_id == plan_id, week.c.starts == missed.c.monday)
    pairs = (
        sa.select(week.c.id.label("weekId"), on.c.id.label("cwsId"))
        .select_from(on.join(missed, sa.true()).join(week, its))
        .where(on.c.course_id == course_id, week.c.status != "closed", week.c.ends < _TODAY, applies(week, on.c.id))
    )
    return pairs.order_by(week.c.id, on.c.id)
