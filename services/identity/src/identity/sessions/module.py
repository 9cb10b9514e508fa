"""Declarations of sessions."""

from identity.sessions.hiring import SUBSCRIPTIONS as HIRED
from identity.sessions.jobs import SEND_LINK
from identity.sessions.lists import SESSIONS
from identity.sessions.routes import routes
from identity.sessions.terms import SUBSCRIPTIONS
from kit.service import Module

MODULE = Module(routes=(routes,), lists=(SESSIONS,), subscriptions=(*SUBSCRIPTIONS, *HIRED), jobs=(SEND_LINK,))
