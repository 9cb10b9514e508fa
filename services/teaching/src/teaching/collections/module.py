"""Declarations of collection reports."""

from kit.records.references import Uses
from kit.service import Module
from teaching.collections.events import SUBSCRIPTIONS
from teaching.collections.fields import FIELDSETS
from teaching.collections.lists import LISTS
from teaching.collections.model import collection, interviewer
from teaching.collections.papers.mailing import MAILS
from teaching.collections.printing import PRINTED
from teaching.collections.routes import routes
from teaching.collections.workflow import COLLECTION_MOVES

MODULE = Module(
    routes=(routes,),
    fieldsets=FIELDSETS,
    lists=LISTS,
    bundles=(PRINTED,),
    workflows=(COLLECTION_MOVES,),
    subscriptions=SUBSCRIPTIONS,
    jobs=(MAILS.job.with_run(MAILS.deliver),),
    uses=(
        Uses(collection.c.organisation_id, "/orgs"),
        Uses(collection.c.department_id, "/departments"),
        Uses(collection.c.course_id, "/courses"),
        Uses(collection.c.cws_id, "/courses/students"),
        Uses(collection.c.student_id, "/students"),
        Uses(interviewer.c.person_id, "/tutors", where=interviewer.c.kind == "tutor"),
        Uses(interviewer.c.person_id, "/staff", where=interviewer.c.kind == "staff"),
    ),
)
