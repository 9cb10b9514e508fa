"""Declarations of mails."""

from kit.service import Module
from support.mail.fields import BOUNCED, MAIL, TEMPLATE
from support.mail.jobs import SEND
from support.mail.lists import BOUNCED_ADDRESSES, SENT, TEMPLATES
from support.mail.routes import routes

MODULE = Module(
    routes=(routes,), fieldsets=(TEMPLATE, MAIL, BOUNCED), lists=(TEMPLATES, SENT, BOUNCED_ADDRESSES), jobs=(SEND,)
)
