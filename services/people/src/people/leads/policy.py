"""Scope of enquiries: staff reach all of them, nobody else any."""

from __future__ import annotations

from kit.policy import Scope
from people.policy import STAFF

REACHED = Scope(everything=STAFF)
