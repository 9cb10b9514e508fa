"""Access to the marks of trial exams: the offices edit all, a tutor marks their own, staff read."""

from __future__ import annotations

from kit.policy import Scope, me, own
from people.exams.marking.model import trial_mark
from people.policy import EXAMS, STAFF

MARKED_BY = trial_mark.c.marker_id == me("tutor")
MARKS = Scope(everything=STAFF, own={"tutor": MARKED_BY})
MARKER = own("tutor", "marker_id")
WRITERS = EXAMS | MARKER
OF_WRITERS = Scope(everything=EXAMS, own={"tutor": MARKED_BY})
"""Marks to which a person may attach script files."""
