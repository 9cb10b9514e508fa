"""Checks of every declaration of support against its examples (`staffroom_testing.conformance`)."""

from staffroom_testing.conformance import suite
from support.wiring import service

TestConformance = suite(service, __file__)
