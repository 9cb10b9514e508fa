"""Declarations of the reading of files."""

from files.reading.jobs import EVERY_FEW_MINUTES, JOBS
from files.reading.routes import routes
from kit.service import Module

MODULE = Module(routes=(routes,), jobs=JOBS, schedules=(EVERY_FEW_MINUTES,))
