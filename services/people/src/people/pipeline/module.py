"""Declarations of the pipeline."""

from kit.service import Module
from people.pipeline.fields import FIELDSETS
from people.pipeline.following import OFTEN, SUBSCRIPTIONS, WATCHES
from people.pipeline.lists import LISTS

MODULE = Module(fieldsets=FIELDSETS, lists=LISTS, subscriptions=SUBSCRIPTIONS, schedules=(OFTEN,), watches=WATCHES)
