"""Every declaration of finance held to its examples (`kit.testing.conformance`)."""

from finance.wiring import service
from kit.testing.conformance import suite

TestConformance = suite(service, __file__)
