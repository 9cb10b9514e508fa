"""Every declaration of support held to its examples (`kit.testing.conformance`)."""

from kit.testing.conformance import suite
from support.wiring import service

TestConformance = suite(service, __file__)
