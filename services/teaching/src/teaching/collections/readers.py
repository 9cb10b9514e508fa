"""The readers of the parts of a collection report that are not for the family (`docs/collections.md`)."""

from __future__ import annotations

from kit.policy import Actor, Readers, Row, Rule, staff


def _teaches(actor: Actor, _: Row | None) -> bool:
    return actor.person("tutor") is not None


OF_WRITERS = Readers("Interviewers, tutors and office", staff | Rule("tutor", _teaches, frozenset()))
"""The scope of reports selects the tutors: interviewers, and tutors of the course."""
