"""Declarations of sending."""

from finance.sending.bulk import SEND_MANY
from finance.sending.delivery import SEND
from finance.sending.fields import LETTERHEAD, TEMPLATE
from finance.sending.lists import LETTERHEADS, TEMPLATES
from finance.sending.printing import PRINTED
from finance.sending.routes import routes
from kit.service import Module

MODULE = Module(
    routes=(routes,),
    fieldsets=(TEMPLATE, LETTERHEAD),
    lists=(TEMPLATES, LETTERHEADS),
    bundles=(PRINTED,),
    jobs=(SEND, SEND_MANY),
)
