"""Declarations of anomalies."""

from kit.service import Module
from people.exams.anomalies.lists import LISTS
from people.exams.anomalies.watching import EVERY_NIGHT, FIND, WATCHES

MODULE = Module(lists=LISTS, jobs=(FIND,), schedules=(EVERY_NIGHT,), watches=WATCHES)
