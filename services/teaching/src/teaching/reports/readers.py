"""Readers of a report's parts (`docs/reports.md`)."""

from __future__ import annotations

from kit.policy import Readers, own, signed_in, staff

OF_FAMILY = Readers("Student and family, once approved", signed_in)
"""Everybody who reaches the report: the student, their clients and their agent once it is approved."""
OF_TUTOR = Readers("Tutor and office", staff | own("tutor", "tutor_id"), frozenset({"tutor"}))
