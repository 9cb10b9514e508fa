"""Declarations of exam fees."""

from finance.exams.events import SUBSCRIPTIONS
from finance.exams.fields import EXAM_FEE_FIELDS
from finance.exams.lists import EXAM_FEES
from finance.exams.routes import routes
from kit.service import Module

MODULE = Module(routes=(routes,), fieldsets=(EXAM_FEE_FIELDS,), lists=(EXAM_FEES,), subscriptions=SUBSCRIPTIONS)
