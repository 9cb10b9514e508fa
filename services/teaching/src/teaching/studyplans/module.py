"""Declarations of study plans."""

from kit.records.references import Uses
from kit.service import Module
from teaching.studyplans.fields import FIELDSETS
from teaching.studyplans.lists import LISTS
from teaching.studyplans.model import plan, week_student
from teaching.studyplans.routes import routes

MODULE = Module(
    routes=(routes,),
    fieldsets=FIELDSETS,
    lists=LISTS,
    uses=(
        Uses(plan.c.course_id, "/courses", where=~plan.c.deleted),
        Uses(plan.c.academic_year_id, "/academic-years", where=~plan.c.deleted),
        Uses(week_student.c.cws_id, "/courses/students"),
    ),
)
