"""Table of the plans of candidates' days."""

from __future__ import annotations

from kit.database.constraints import unique
from people.exams.plans.attributes import DAY_PLAN
from people.schema import metadata

exam_day_plan = DAY_PLAN.table(
    "exam_day_plan",
    metadata,
    unique("uq_exam_day_plan", "This candidate already has a plan for this day", "candidate_id", "day"),
    info={"nouns": ("plan of a day", "plans of days")},
)
DAY_PLAN.index_sorts(exam_day_plan)
