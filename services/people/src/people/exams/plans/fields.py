"""Plans of candidates' days as records."""

from __future__ import annotations

from typing import Any, TypedDict

import sqlalchemy as sa

from kit.policy import Actor, Row
from kit.records import Create, Delete, FieldSet
from people.exams.plans.attributes import DAY_PLAN
from people.exams.plans.model import exam_day_plan
from people.exams.policy import of_candidate
from people.persons.model import TABLES
from people.persons.queries import full_name
from people.policy import EXAMS

_candidate = TABLES["candidate"]


class DayPlanParts(TypedDict):
    """Parts beyond the fields."""

    candidate: str


def _extra(connection: sa.Connection, actor: Actor, row: Row) -> dict[str, Any]:
    name = sa.select(full_name(_candidate)).where(_candidate.c.id == row["candidate_id"])
    return {"candidate": connection.scalar(name) or ""}


DAY_PLAN_FIELDS = FieldSet(
    name="examDayPlan",
    table=exam_day_plan,
    path="/exams/dayplans/{id}",
    sections=DAY_PLAN.sections({"plan": "Plan of the day"}),
    scope=of_candidate(exam_day_plan.c.candidate_id),
    may=EXAMS,
    create=Create(),
    delete=Delete(),
    extra=_extra,
    answers=DayPlanParts,
)
FIELDSETS = (DAY_PLAN_FIELDS,)
