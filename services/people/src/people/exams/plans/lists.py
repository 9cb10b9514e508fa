"""List of the plans of candidates' days."""

from __future__ import annotations

from kit.lists import Column, ListSpec
from people.exams.plans.attributes import DAY_PLAN
from people.exams.plans.fields import DAY_PLAN_FIELDS
from people.exams.plans.model import exam_day_plan
from people.persons.model import TABLES
from people.persons.queries import full_name

_candidate = TABLES["candidate"]

DAY_PLANS = ListSpec(
    name="examDayPlans",
    path="/exams/dayplans",
    title="Plans of long days",
    one="plan",
    naming="candidate",
    source=exam_day_plan.join(_candidate, _candidate.c.id == exam_day_plan.c.candidate_id),
    columns=DAY_PLAN.columns(
        Column(name="id", expression=exam_day_plan.c.id, type="id", hidden=True, width=70),
        Column(name="candidate", expression=full_name(_candidate), width=180),
        "day",
    ),
    filters=DAY_PLAN.filters(),
    search=_candidate.c.search,
    default_sort="-day",
    edit=DAY_PLAN_FIELDS,
)
LISTS = (DAY_PLANS,)
