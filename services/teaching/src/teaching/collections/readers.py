"""Readers of the parts of a collection report that the family does not see (`docs/collections.md`)."""

from __future__ import annotations

from kit.policy import Readers, is_a, staff

OF_WRITERS = Readers("Interviewers, tutors and office", staff | is_a("tutor"))
"""The scope of reports selects the tutors: interviewers, and tutors of the course."""
