"""Every declaration of identity, tested with its examples (`staffroom_testing.conformance`)."""

from identity.wiring import service
from staffroom_testing.conformance import suite

TestConformance = suite(service, __file__)
