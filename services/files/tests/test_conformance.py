"""Every declaration of files held to its examples (`kit.testing.conformance`)."""

from files.wiring import service
from kit.testing.conformance import suite

TestConformance = suite(service, __file__)
