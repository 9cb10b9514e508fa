"""Every declaration of support held to its examples (`staffroom_testing.conformance`)."""

from staffroom_testing.conformance import suite
from support.wiring import service

TestConformance = suite(service, __file__)
