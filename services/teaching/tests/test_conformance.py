"""Every declaration of teaching held to its examples (`kit.testing.conformance`)."""

from kit.testing.conformance import suite
from teaching.wiring import service

TestConformance = suite(service, __file__)
