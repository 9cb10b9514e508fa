"""Conformance of every declaration of teaching to its examples (`staffroom_testing.conformance`)."""

from staffroom_testing.conformance import suite
from teaching.wiring import service

TestConformance = suite(service, __file__)
