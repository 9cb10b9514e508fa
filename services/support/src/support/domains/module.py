"""Declarations of mail domains."""

from kit.service import Module
from support.domains.fields import DOMAIN_FIELDS
from support.domains.jobs import CHECK, MORNING
from support.domains.lists import MAIL_DOMAINS
from support.domains.routes import routes

MODULE = Module(
    routes=(routes,), fieldsets=(DOMAIN_FIELDS,), lists=(MAIL_DOMAINS,), jobs=(CHECK,), schedules=(MORNING,)
)
