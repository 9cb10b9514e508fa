"""Declarations of canned answers."""

from kit.service import Module
from support.replies.fields import CANNED_FIELDS
from support.replies.lists import CANNED_ANSWERS
from support.replies.routes import routes

MODULE = Module(routes=(routes,), fieldsets=(CANNED_FIELDS,), lists=(CANNED_ANSWERS,))
