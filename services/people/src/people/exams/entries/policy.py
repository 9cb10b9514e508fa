"""Access to entries."""

from __future__ import annotations

from people.exams.entries.model import exam_entry
from people.exams.policy import of_candidate

ENTRIES = of_candidate(exam_entry.c.candidate_id)
