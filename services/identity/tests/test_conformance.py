"""Every declaration of identity held to its examples (`kit.testing.conformance`)."""

from identity.wiring import service
from kit.testing.conformance import suite

TestConformance = suite(service, __file__)
