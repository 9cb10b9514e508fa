"""Declarations of tutor applications."""

from kit.service import Module
from people.applications.asking import SEND as MAIL_REFEREE
from people.applications.fields import FIELDSETS
from people.applications.lists import LISTS
from people.applications.messages import SEND as MAIL_APPLICANT
from people.applications.reminding import REFERENCES
from people.applications.retention import EVERY_NIGHT
from people.applications.routes import routes
from people.events import TUTOR_ACCEPTED

MODULE = Module(
    routes=(routes,),
    fieldsets=FIELDSETS,
    lists=LISTS,
    jobs=(MAIL_REFEREE, MAIL_APPLICANT),
    events=(TUTOR_ACCEPTED,),
    reminders=(REFERENCES,),
    schedules=(EVERY_NIGHT,),
)
