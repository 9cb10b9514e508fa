"""Rights on slips: staff read and judge all; a tutor and an invigilator their own; a student their own once it is
approved, for before that it may still be returned (`teaching.md 6`)."""

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
"""The slips to which a caller attaches files: staff all, a tutor and an invigilator their own."""
