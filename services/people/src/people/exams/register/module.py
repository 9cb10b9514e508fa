"""Declarations of the register."""

from kit.service import Module
from people.exams.register.lists import LISTS
from people.exams.register.routes import routes

MODULE = Module(routes=(routes,), lists=LISTS)
