"""Declarations of the papers of trial exams."""

from kit.service import Module
from people.exams.trialpapers.fields import FIELDSETS
from people.exams.trialpapers.lists import LISTS

MODULE = Module(fieldsets=FIELDSETS, lists=LISTS)
