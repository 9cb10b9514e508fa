"""Plans of candidates' days as records."""

from __future__ import annotations

from typing import TypedDict

from kit.records import Create, Delete, FieldSet
from people.exams.joined import joined
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


DAY_PLAN_FIELDS = FieldSet(
    name="examDayPlan",
    table=exam_day_plan,
    path="/exams/dayplans/{id}",
    sections=DAY_PLAN.sections({"plan": "Plan of the day"}),
    scope=of_candidate(exam_day_plan.c.candidate_id),
    may=EXAMS,
    create=Create(),
    delete=Delete(),
    extra=joined(_candidate, _candidate.c.id, full_name(_candidate).label("candidate"), by="candidate_id"),
    answers=DayPlanParts,
)
FIELDSETS = (DAY_PLAN_FIELDS,)
