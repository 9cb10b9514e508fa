"""Any member of staff reads exams, as whoever bills one does; the offices keep them."""

from __future__ import annotations

from kit.policy import Scope
from people.policy import STAFF

REACHED = Scope(everything=STAFF)
