"""Components and key times as records."""

from __future__ import annotations

from kit.records import Create, Delete, FieldSet
from people.exams.components.attributes import COMPONENT, KEY_TIME
from people.exams.components.model import exam_component, exam_key_time
from people.policy import EXAMS, OF_STAFF

COMPONENT_FIELDS = FieldSet(
    name="examComponent",
    table=exam_component,
    path="/exams/components/{id}",
    sections=COMPONENT.sections({"component": "Paper", "sitting": "Sitting"}),
    scope=OF_STAFF,
    may=EXAMS,
    create=Create(fields=("examId", "code", "title", "kind", "sittingDate", "session", "minutes")),
    delete=Delete(named=lambda row: row["code"]),
)

KEY_TIME_FIELDS = FieldSet(
    name="examKeyTime",
    table=exam_key_time,
    path="/exams/keytimes/{id}",
    sections=KEY_TIME.sections({"time": "Key time"}),
    scope=OF_STAFF,
    may=EXAMS,
    create=Create(),
    delete=Delete(),
)

FIELDSETS = (COMPONENT_FIELDS, KEY_TIME_FIELDS)
