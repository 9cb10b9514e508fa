"""Declarations of slips."""

from kit.records.references import Uses
from kit.service import Module
from teaching.slips.events import SUBSCRIPTIONS
from teaching.slips.fields import FIELDSETS
from teaching.slips.late.reminding import REMINDERS
from teaching.slips.lists import LISTS
from teaching.slips.model import slip, slip_deadline
from teaching.slips.routes import routes
from teaching.slips.workflow import SLIP_MOVES

MODULE = Module(
    routes=(routes,),
    fieldsets=FIELDSETS,
    lists=LISTS,
    workflows=(SLIP_MOVES,),
    subscriptions=SUBSCRIPTIONS,
    reminders=REMINDERS,
    uses=(
        Uses(slip.c.organisation_id, "/orgs"),
        Uses(slip.c.department_id, "/departments"),
        Uses(slip_deadline.c.department_id, "/departments"),
        Uses(slip.c.course_id, "/courses"),
        Uses(slip.c.cws_id, "/courses/students"),
        Uses(slip.c.student_id, "/students"),
        Uses(slip.c.tutor_id, "/tutors"),
        Uses(slip.c.invigilator_id, "/invigilators"),
    ),
)
