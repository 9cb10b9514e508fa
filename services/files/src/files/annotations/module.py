"""Declarations of annotations."""

from files.annotations.events import SUBSCRIPTIONS
from files.annotations.flattening import JOBS
from files.annotations.routes import routes
from files.annotations.rpc import MARK_SERVICE
from kit.service import Module

MODULE = Module(routes=(routes,), subscriptions=SUBSCRIPTIONS, jobs=JOBS, rpc=(MARK_SERVICE,))
