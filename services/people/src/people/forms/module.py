"""Declarations of forms."""

from kit.service import Module
from people.forms.fields import FORM_FIELDS
from people.forms.lists import FORMS
from people.forms.routes import routes

MODULE = Module(routes=(routes,), fieldsets=(FORM_FIELDS,), lists=(FORMS,))
