"""Study plans, their weeks, and the outcome of a week for one student."""

import sqlalchemy as sa

from kit.database.constraints import constraint_text, unique
from teaching.schema import metadata
from teaching.studyplans.attributes import PLAN, WEEK, WEEK_STUDENT

plan = PLAN.table(
    "study_plan",
    metadata,
    info={"nouns": ("study plan", "study plans")},
)
sa.Index(
    constraint_text("uq_study_plan_course", "This course already has a study plan for this academic year"),
    plan.c.course_id,
    plan.c.academic_year_id,
    unique=True,
    postgresql_where=~plan.c.deleted,
)

week = WEEK.table(
    "study_plan_week",
    metadata,
    sa.Column("study_plan_id", sa.ForeignKey("study_plan.id", ondelete="CASCADE"), nullable=False),
    *WEEK.choice_checks("term", "status"),
    info={"nouns": ("week of a study plan", "weeks of study plans")},
)
sa.Index("ix_study_plan_week_plan", week.c.study_plan_id, week.c.starts, week.c.id)

week_student = WEEK_STUDENT.table(
    "study_plan_week_student",
    metadata,
    unique("uq_study_plan_week_student", "This week has already been tracked for this student", "week_id", "cws_id"),
    info={"nouns": ("week of a student", "weeks of students")},
)
"""Whether the student is on track, and the work done; a student without a row has not been asked yet."""
