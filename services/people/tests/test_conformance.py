"""Conformance of every declaration of people to its examples (`staffroom_testing.conformance`)."""

from people.wiring import service
from staffroom_testing.conformance import suite

TestConformance = suite(service, __file__)
