"""Declarations of resumable uploads."""

from files.uploads.jobs import EVERY_NIGHT
from files.uploads.routes import routes
from kit.service import Module

MODULE = Module(routes=(routes,), schedules=(EVERY_NIGHT,))
