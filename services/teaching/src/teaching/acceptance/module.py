"""Declarations of the acceptance of tuition."""

from kit.records.references import Uses
from kit.service import Module
from teaching.acceptance.fields import FIELDSETS
from teaching.acceptance.hiring import SUBSCRIPTIONS as OF_HIRING
from teaching.acceptance.lists import LISTS
from teaching.acceptance.making import SUBSCRIPTIONS
from teaching.acceptance.model import terms_acceptance, tuition_offer, tutor_terms
from teaching.acceptance.reminding import REMINDERS
from teaching.acceptance.routes import routes
from teaching.acceptance.rpc import TERMS_SERVICE
from teaching.acceptance.workflow import OFFER_MOVES, TERMS_MOVES
from teaching.events import TERMS_ANSWERED, TUITION_CHANGED

MODULE = Module(
    routes=(routes,),
    fieldsets=FIELDSETS,
    lists=LISTS,
    workflows=(OFFER_MOVES, TERMS_MOVES),
    events=(TUITION_CHANGED, TERMS_ANSWERED),
    subscriptions=(*SUBSCRIPTIONS, *OF_HIRING),
    rpc=(TERMS_SERVICE,),
    reminders=REMINDERS,
    uses=(
        Uses(tuition_offer.c.course_id, "/courses"),
        Uses(tuition_offer.c.tutor_id, "/tutors"),
        Uses(tuition_offer.c.department_id, "/departments"),
        Uses(tuition_offer.c.academic_year_id, "/academic-years"),
        Uses(tutor_terms.c.department_id, "/departments"),
        Uses(tutor_terms.c.academic_year_id, "/academic-years"),
        Uses(terms_acceptance.c.tutor_id, "/tutors"),
        Uses(terms_acceptance.c.department_id, "/departments"),
        Uses(terms_acceptance.c.academic_year_id, "/academic-years"),
    ),
)
