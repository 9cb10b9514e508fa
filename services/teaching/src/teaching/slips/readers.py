"""Readers of a slip's parts (`docs/slips.md`, Who reads what; readings.md)."""

from __future__ import annotations

from kit.policy import Readers, Rule, own, signed_in, staff
from teaching.copies import family

WRITERS = frozenset({"tutor", "invigilator"})
_own = own("tutor", "tutor_id") | own("invigilator", "invigilator_id")
_released = Rule(
    "concerns released",
    lambda _, row: row is None or row["concerns_released"] is not None,
    frozenset({"concerns_released"}),
)

OF_FAMILY = Readers("Student and family, once approved", signed_in)
"""Everybody who reaches the slip: the student, their clients and their agent once it is approved."""
OF_TUTOR = Readers("Tutor and office", staff | _own, WRITERS)
OF_AGENT = Readers("Tutor, office and the student's agent", staff | _own | family.agent, WRITERS | {"agent"})
OF_OFFICE = Readers("Office only", staff)
OF_LEAD = Readers(
    "Tutor, office and safeguarding lead; student and family only when released", staff | _own | _released, WRITERS
)
"""A student's concerns may be about the family, so the family reads them only after the safeguarding lead has released
them."""
