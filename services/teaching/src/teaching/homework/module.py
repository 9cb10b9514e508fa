"""Declarations of homework."""

from kit.records.references import Uses
from kit.service import Module
from teaching.homework.events import SUBSCRIPTIONS
from teaching.homework.fields import FIELDSETS
from teaching.homework.lists import LISTS
from teaching.homework.model import given, homework
from teaching.homework.routes import routes
from teaching.homework.workflow import GIVEN_MOVES

MODULE = Module(
    routes=(routes,),
    fieldsets=FIELDSETS,
    lists=LISTS,
    workflows=(GIVEN_MOVES,),
    subscriptions=SUBSCRIPTIONS,
    uses=(
        Uses(homework.c.course_id, "/courses"),
        Uses(homework.c.department_id, "/departments"),
        Uses(homework.c.tutor_id, "/tutors"),
        Uses(given.c.course_id, "/courses"),
        Uses(given.c.cws_id, "/courses/students"),
        Uses(given.c.student_id, "/students"),
        Uses(given.c.tutor_id, "/tutors"),
    ),
)
