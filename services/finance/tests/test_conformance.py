"""Checks of every declaration of finance against its examples (`staffroom_testing.conformance`)."""

from finance.wiring import service
from staffroom_testing.conformance import suite

TestConformance = suite(service, __file__)
