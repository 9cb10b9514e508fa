"""Rights on the pay of invigilators: accounting and finance read all, an invigilator their own."""

from __future__ import annotations

from finance.payouts.invigilators.model import duty_hours
from finance.payouts.policy import pays
from kit.policy import Reach

REACH = Reach(pays, invigilator=duty_hours.c.invigilator_id)
