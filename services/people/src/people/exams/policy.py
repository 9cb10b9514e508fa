"""Any member of staff reads exams, as whoever bills one does; the offices keep them."""

from __future__ import annotations

from kit.sql import Scope
from people.policy import STAFF

REACHED = Scope(everything=STAFF)
