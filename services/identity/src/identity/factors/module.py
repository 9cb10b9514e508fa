"""Declarations of second factors."""

from identity.factors.jobs import TELL
from identity.factors.queries import CONTRIBUTION
from identity.factors.routes import routes
from kit.service import Module

MODULE = Module(routes=(routes,), jobs=(TELL,), contributions=(CONTRIBUTION,))
