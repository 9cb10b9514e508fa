"""Every declaration of teaching held to its examples (`kit.testing.conformance`)."""

from teaching.wiring import service
from kit.testing.conformance import suite

TestConformance = suite(service, __file__)
