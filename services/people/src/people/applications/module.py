"""Declarations of tutor applications."""

import sqlalchemy as sa

from kit.service import Module
from people.applications.attributes import APPLICATION
from people.applications.fields import FIELDSETS
from people.applications.lists import LISTS
from people.applications.mailed import SUBSCRIPTIONS
from people.applications.messages import SEND as MAIL_APPLICANT
from people.applications.model import application
from people.applications.offer.mailing import SEND as MAIL_OFFER
from people.applications.referees.asking import SEND as MAIL_REFEREE
from people.applications.referees.reminding import REFERENCES
from people.applications.retention import DELETE_FILES, EVERY_NIGHT
from people.applications.routes import routes
from people.checklists import entities
from people.checklists.entities import Entity
from people.events import TUTOR_ACCEPTED

# All staff read checklists, so they do not name an applicant.
_NAME = sa.literal("Application ") + sa.cast(application.c.id, sa.Text)
entities.declare("application", Entity(application, _NAME, APPLICATION))

MODULE = Module(
    routes=(routes,),
    fieldsets=FIELDSETS,
    lists=LISTS,
    jobs=(MAIL_REFEREE, MAIL_APPLICANT, MAIL_OFFER, DELETE_FILES),
    events=(TUTOR_ACCEPTED,),
    subscriptions=SUBSCRIPTIONS,
    reminders=(REFERENCES,),
    schedules=(EVERY_NIGHT,),
)
