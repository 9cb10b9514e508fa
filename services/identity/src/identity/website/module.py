"""Declarations of website notices."""

from identity.website.fields import NOTICE_FIELDS
from identity.website.lists import NOTICES
from identity.website.routes import routes
from kit.service import Module

MODULE = Module(routes=(routes,), fieldsets=(NOTICE_FIELDS,), lists=(NOTICES,))
