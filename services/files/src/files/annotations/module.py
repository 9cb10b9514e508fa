"""Declarations of annotations."""

from files.annotations.events import SUBSCRIPTIONS
from files.annotations.flattening import JOBS
from files.annotations.routes import routes
from kit.service import Module

MODULE = Module(routes=(routes,), subscriptions=SUBSCRIPTIONS, jobs=JOBS)
