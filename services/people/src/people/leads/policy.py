"""Enquiries are the office's: any member of staff reaches all of them, and nobody else any."""

from __future__ import annotations

from kit.policy import Scope
from people.policy import STAFF

REACHED = Scope(everything=STAFF)
