"""Declarations of the exam day's documents."""

from kit.service import Module
from people.exams.documents import drawing, slips, timetables
from people.exams.documents.routes import routes

MODULE = Module(routes=(routes,), bundles=(drawing.PRINTED, timetables.PRINTED, slips.PRINTED))
