"""Checks of every declaration of files against its examples (`staffroom_testing.conformance`)."""

from files.wiring import service
from staffroom_testing.conformance import suite

TestConformance = suite(service, __file__)
