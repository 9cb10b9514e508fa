"""Rights on exams: all staff read them, to bill them for one; the offices edit them."""

from __future__ import annotations

from kit.policy import Scope
from people.policy import STAFF

REACHED = Scope(everything=STAFF)
