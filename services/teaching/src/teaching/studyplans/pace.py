"""The plan compared with actual progress and with the exam: the weeks that a student is behind, and the end of the plan
for them.

A week counts against a student if it is later than the last week in which they were on track or ahead, and if it was
marked not on track, behind or far behind, or none of its tutorials was held with them. A mark of the tutor overrides
the calendar; weeks without teaching do not count. The last content moves back by that many study weeks. A plan is late
if no day of the week in which a student reaches the last content is before the first exam of the course. The page and
the list use the same expressions.
"""

from __future__ import annotations

import datetime as dt
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY

from kit.database import TODAY
from kit.values.days import LONDON
from teaching.copies.model import course_student, event, event_person
from teaching.slips.model import slip
from teaching.studyplans import rules
from teaching.studyplans.model import week, week_student

_MISSED = "missed"


def applies(of: Any, cws_id: sa.ColumnElement[Any]) -> sa.ColumnElement[bool]:
    """Return the condition that the week `of` is for the student on the course `cws_id`."""
    return sa.or_(of.c.cws_ids == sa.cast([], ARRAY(sa.BigInteger)), cws_id == sa.any_(of.c.cws_ids))


def _missed_mondays(cws_id: sa.ColumnElement[Any]) -> sa.Select[Any]:
    """Return the Mondays of the weeks, in London, in which the student had tutorials and none was held with them."""
    on, its, of_event = event_person.alias(), event.alias(), slip.alias()
    came = sa.func.coalesce(sa.func.nullif(of_event.c.present, ""), "present") == "present"
    was_held = sa.and_(its.c.status == "active", on.c.status != "declined", came)
    of_slip = sa.and_(
        of_event.c.tutorial_id == its.c.id, of_event.c.cws_id == on.c.cws_id, of_event.c.status != "deleted"
    )
    monday = sa.cast(sa.func.date_trunc("week", sa.func.timezone(LONDON.key, on.c.starts)), sa.Date)
    return (
        sa.select(monday.label("monday"))
        .select_from(on.join(its, its.c.id == on.c.event_id).outerjoin(of_event, of_slip))
        .where(on.c.cws_id == cws_id, on.c.kind == "student")
        .group_by(monday)
        .having(sa.func.bool_and(~was_held))
    )


def _tables(*columns: Any) -> list[Any]:
    """Return the tables of the enclosing statement to which these columns belong."""
    return [column.table for column in columns if getattr(column, "table", None) is not None]


def weeks_behind(plan_id: sa.ColumnElement[Any], cws_id: sa.ColumnElement[Any]) -> sa.ScalarSelect[int]:
    """Return how many weeks of the plan the student on the course is behind, 0 without a plan."""
    its, tracked = week.alias(), week_student.alias()
    # In one query, not week by week: most students missed nothing.
    missed = _missed_mondays(cws_id).correlate(*_tables(plan_id, cws_id)).subquery()
    marked = sa.and_(tracked.c.ot.is_not(None), tracked.c.ot != "na")
    was_missed = sa.and_(missed.c.monday.is_not(None), its.c.ends < TODAY)
    state = sa.case((marked, tracked.c.ot), (was_missed, _MISSED))
    tracked_of = sa.and_(tracked.c.week_id == its.c.id, tracked.c.cws_id == cws_id)
    states = (
        sa.select(its.c.starts, state.label("state"))
        .select_from(its.outerjoin(tracked, tracked_of).outerjoin(missed, missed.c.monday == its.c.starts))
        .where(its.c.study_plan_id == plan_id, its.c.starts <= TODAY, its.c.status != "closed", applies(its, cws_id))
        .correlate(*_tables(plan_id, cws_id))
        .subquery()
    )
    last = sa.func.max(sa.case((states.c.state.in_(rules.UP_TO_DATE), states.c.starts))).over()
    since = sa.select(states.c.starts, states.c.state, last.label("last")).subquery()
    late = since.c.state.in_((*rules.LATE, _MISSED))
    after = sa.or_(since.c.last.is_(None), since.c.starts > since.c.last)
    return sa.select(sa.func.count()).select_from(since).where(late, after).scalar_subquery()


def end_of(plan_id: sa.ColumnElement[Any], cws_id: sa.ColumnElement[Any]) -> sa.ScalarSelect[dt.date]:
    """Return the Monday of the week in which the student on the course reaches the last content of the plan. This is
    the week of that content plus one study week for each week behind; after the last week of the year it is the week
    after it. Null without content."""
    its = week.alias()
    written = sa.func.bool_or(sa.or_(its.c.content != "", its.c.details != "")).label("written")
    place = sa.func.row_number().over(order_by=its.c.starts).label("place")
    places = (
        sa.select(its.c.starts, place, written)
        .where(its.c.study_plan_id == plan_id, its.c.status != "closed", applies(its, cws_id))
        .group_by(its.c.starts)
        .correlate(*_tables(plan_id, cws_id))
        .subquery()
    )
    last = sa.func.max(sa.case((places.c.written, places.c.place))).over()
    ends = (last + weeks_behind(plan_id, cws_id)).label("ends")
    p = sa.select(places.c.starts, places.c.place, ends).subquery().c
    monday = sa.func.max(sa.case((p.place <= p.ends, p.starts)))
    beyond = sa.cast(sa.func.greatest(sa.func.max(p.ends) - sa.func.max(p.place), 0), sa.Integer)
    return sa.select(monday + 7 * beyond).scalar_subquery()


def ahead(exam: sa.ColumnElement[Any]) -> sa.ColumnElement[bool]:
    """Return the condition that an exam is today or later."""
    return exam >= TODAY


def too_late(ends: sa.ColumnElement[Any], exam: sa.ColumnElement[Any]) -> sa.ColumnElement[bool]:
    """Return the condition that a plan which `ends` in the week of a Monday (`end_of`) is too late for a coming exam;
    false if either is not known."""
    return sa.func.coalesce(sa.and_(ahead(exam), ends >= exam), sa.false())


def _of_students(value: sa.ColumnElement[Any], on: Any, *outer: Any) -> sa.ScalarSelect[Any]:
    """Return an aggregate over the students of the course, which is the first of the columns `outer` of the enclosing
    statement."""
    of_course = sa.and_(on.c.course_id == outer[0], on.c.status != "withdrawn")
    return sa.select(value).where(of_course).correlate(*_tables(*outer)).scalar_subquery()


def most_behind(course_id: sa.ColumnElement[Any], plan_id: sa.ColumnElement[Any]) -> sa.ScalarSelect[int]:
    """Return the maximum number of weeks that a student of the course is behind, 0 without students."""
    on = course_student.alias()
    most = sa.func.coalesce(sa.func.max(weeks_behind(plan_id, on.c.id)), 0)
    return _of_students(most, on, course_id, plan_id)


def last_end(course_id: sa.ColumnElement[Any], plan_id: sa.ColumnElement[Any]) -> sa.ScalarSelect[dt.date]:
    """Return `end_of` for the student of the course who reaches the end last; null without students or contents."""
    on = course_student.alias()
    return _of_students(sa.func.max(end_of(plan_id, on.c.id)), on, course_id, plan_id)


def missed_weeks(plan_id: int, course_id: int) -> sa.Select[Any]:
    """Return `{weekId, cwsId}` of a plan's weeks whose tutorials were all cancelled or missed."""
    on = course_student.alias()
    missed = _missed_mondays(on.c.id).lateral()
    its = sa.and_(week.c.study_plan_id == plan_id, week.c.starts == missed.c.monday)
    pairs = (
        sa.select(week.c.id.label("weekId"), on.c.id.label("cwsId"))
        .select_from(on.join(missed, sa.true()).join(week, its))
        .where(on.c.course_id == course_id, week.c.status != "closed", week.c.ends < TODAY, applies(week, on.c.id))
    )
    return pairs.order_by(week.c.id, on.c.id)
