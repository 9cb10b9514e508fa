"""Declarations of samples."""

from finance.samples.fields import SAMPLE
from finance.samples.lists import SAMPLES
from finance.samples.routes import routes
from kit.service import Module

MODULE = Module(routes=(routes,), fieldsets=(SAMPLE,), lists=(SAMPLES,))
