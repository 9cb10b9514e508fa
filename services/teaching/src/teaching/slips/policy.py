"""Rights on slips: staff read and review all; a tutor and an invigilator read and write their own; a student reads
their own once it is approved, because until then it may be returned (`teaching.md 6`)."""

from __future__ import annotations

from kit.policy import Reach, staff
from teaching.slips.model import slip

_c = slip.c
REACH = Reach(staff, tutor=_c.tutor_id, invigilator=_c.invigilator_id, student=(_c.student_id, _c.status == "approved"))
_WRITERS = REACH.of("tutor", "invigilator")
SCOPE, reads = REACH.scope, REACH.rule
writes = _WRITERS.own
reviews = staff
WRITTEN = _WRITERS.scope
"""Slips to which a caller may attach files: staff to all, a tutor and an invigilator to their own."""
