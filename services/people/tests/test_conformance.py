"""Every declaration of people held to its examples (`kit.testing.conformance`)."""

from kit.testing.conformance import suite
from people.wiring import service

TestConformance = suite(service, __file__)
