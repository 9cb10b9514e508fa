"""Declarations of mails."""

from kit.service import Module
from support.mail.fields import MAIL, TEMPLATE
from support.mail.jobs import SEND
from support.mail.lists import SENT, TEMPLATES
from support.mail.routes import routes

MODULE = Module(routes=(routes,), fieldsets=(TEMPLATE, MAIL), lists=(TEMPLATES, SENT), jobs=(SEND,))
