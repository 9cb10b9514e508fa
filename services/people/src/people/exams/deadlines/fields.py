"""Deadlines as records."""

from __future__ import annotations

from kit.records import Create, Delete, FieldSet
from people.exams.deadlines.attributes import DEADLINE
from people.exams.deadlines.model import exam_deadline
from people.policy import EXAMS, OF_STAFF

DEADLINE_FIELDS = FieldSet(
    name="examDeadline",
    table=exam_deadline,
    path="/exams/deadlines/{id}",
    sections=DEADLINE.sections({"deadline": "Deadline"}),
    scope=OF_STAFF,
    may=EXAMS,
    create=Create(),
    delete=Delete(),
)
FIELDSETS = (DEADLINE_FIELDS,)
