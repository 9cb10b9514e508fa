"""Declarations of term reports."""

from kit.records.references import Uses
from kit.service import Module
from teaching.reports.events import SUBSCRIPTIONS
from teaching.reports.fields import FIELDSETS
from teaching.reports.lists import REPORTS
from teaching.reports.messages.reminding import REMINDERS
from teaching.reports.model import report
from teaching.reports.papers.mailing import MAILS
from teaching.reports.predicted.lists import PREDICTED
from teaching.reports.predicted.ucas import UCAS
from teaching.reports.printing import PRINTED
from teaching.reports.routes import routes

MODULE = Module(
    routes=(routes,),
    fieldsets=FIELDSETS,
    lists=(REPORTS, PREDICTED, UCAS),
    bundles=(PRINTED,),
    subscriptions=SUBSCRIPTIONS,
    reminders=REMINDERS,
    jobs=(MAILS.job.with_run(MAILS.deliver),),
    uses=(
        Uses(report.c.organisation_id, "/orgs"),
        Uses(report.c.department_id, "/departments"),
        Uses(report.c.course_id, "/courses"),
        Uses(report.c.cws_id, "/courses/students"),
        Uses(report.c.student_id, "/students"),
        Uses(report.c.tutor_id, "/tutors"),
    ),
)
