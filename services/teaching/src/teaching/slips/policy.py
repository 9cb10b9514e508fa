"""Rights on slips: staff read and judge all; a tutor and an invigilator their own; a student their own once it is
approved, for before that it may still be returned (`teaching.md 6`)."""

from __future__ import annotations

import sqlalchemy as sa

from kit.policy import own, staff
from kit.sql import Scope, me
from teaching.slips.model import slip

writes = own("tutor", "tutor_id") | own("invigilator", "invigilator_id")
reads = staff | writes | own("student", "student_id")
reviews = staff

_WRITTEN = {"tutor": slip.c.tutor_id == me("tutor"), "invigilator": slip.c.invigilator_id == me("invigilator")}
SCOPE = Scope(
    everything=staff,
    own={**_WRITTEN, "student": sa.and_(slip.c.student_id == me("student"), slip.c.status == "approved")},
)
WRITTEN = Scope(everything=staff, own=_WRITTEN)
"""The slips to which a caller attaches files: staff all, a tutor and an invigilator their own."""
