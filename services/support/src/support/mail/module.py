"""Declarations of mails."""

from kit.service import Module
from support.events import MAIL_SENT
from support.mail.fields import BOUNCED, MAIL, SENDING_FIELDS, TEMPLATE, UNSUBSCRIBED_FIELDS
from support.mail.jobs import EVERY_MINUTE, run
from support.mail.lists import BOUNCED_ADDRESSES, SENDINGS, SENT, TEMPLATES, UNSUBSCRIBED_ADDRESSES
from support.mail.routes import routes
from support.mail.sendings import SEND

MODULE = Module(
    routes=(routes,),
    fieldsets=(TEMPLATE, MAIL, SENDING_FIELDS, BOUNCED, UNSUBSCRIBED_FIELDS),
    lists=(TEMPLATES, SENT, SENDINGS, BOUNCED_ADDRESSES, UNSUBSCRIBED_ADDRESSES),
    jobs=(SEND.with_run(run),),
    schedules=(EVERY_MINUTE,),
    events=(MAIL_SENT,),
)
