"""Copies of a plan onto the weeks of a year: the placing of its contents, which the copy stores and its preview
shows."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.database import all_rows, first_row, row_or_404
from kit.errors import Invalid
from kit.policy import Actor, Row
from teaching.copies.model import academic_year, course
from teaching.studyplans import rules
from teaching.studyplans.model import plan, week
from teaching.studyplans.policy import PLANS, TAUGHT

_w = week.c
FOR_ALL: sa.ColumnElement[bool] = sa.func.cardinality(_w.cws_ids) == 0
Key = tuple[str, int]
"""Term, and number of the week in the term."""


def place(connection: sa.Connection, actor: Actor, course_id: int, copy_from: int | None) -> tuple[Row, list[Row], Any]:
    """Return the academic year of a course, the rows of its study weeks, and the contents for which the year has no
    week, by `Key`. The rows have the contents of the plan `copy_from` by term and number. Raises NotFound; Invalid
    without a year."""
    its = row_or_404(connection, sa.select(course).where(course.c.id == course_id, TAUGHT.where(actor)))
    year = first_row(connection, sa.select(academic_year).where(academic_year.c.id == its["academic_year_id"]))
    if year is None:
        raise Invalid(rules.NO_YEAR, title="Academic year missing")
    left = {} if copy_from is None else _contents(connection, actor, copy_from)
    rows: list[Row] = [
        rules.place_of(year, one["isoWeek"]) | {"content": left.pop((one["term"], one["week"]), "")}
        for one in year["weeks_to_iso"]
    ]
    return year, rows, {key: content for key, content in left.items() if content}


def preview(connection: sa.Connection, actor: Actor, course_id: int, copy_from: int) -> dict[str, Any]:
    """Return the copy as it would be stored (`CopiedPlan`). Raises as `place`."""
    _, rows, left = place(connection, actor, course_id, copy_from)
    return {
        "weeks": [
            {
                "term": row["term"],
                "week": row["week"],
                "start": row["starts"],
                "end": row["ends"],
                "content": row["content"],
            }
            for row in rows
        ],
        "left": [{"term": term, "week": number, "content": content} for (term, number), content in left.items()],
    }


def _contents(connection: sa.Connection, actor: Actor, plan_id: int) -> dict[Key, str]:
    """Return the contents for all students by week, joined if a week has several. A plan that has only `details`, like
    those of version 1, contributes these. Raises NotFound."""
    row_or_404(connection, sa.select(plan.c.id).where(plan.c.id == plan_id, PLANS.where(actor)))
    contents: dict[Key, str] = {}
    weeks = sa.select(_w.term, _w.week, _w.content, _w.details).where(_w.study_plan_id == plan_id, FOR_ALL)
    for row in all_rows(connection, weeks.order_by(_w.starts, _w.id)):
        key = row["term"], row["week"]
        contents[key] = contents.get(key, "") + (row["content"] or row["details"])
    return contents
