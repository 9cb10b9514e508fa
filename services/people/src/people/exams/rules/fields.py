"""Rules of exams as records."""

from __future__ import annotations

from kit.records import Create, Delete, FieldSet
from people.exams.policy import EXAMS_OFFICE
from people.exams.rules.attributes import RULE
from people.exams.rules.model import exam_rule
from people.policy import OF_STAFF

RULE_FIELDS = FieldSet(
    name="examRule",
    table=exam_rule,
    path="/exams/rules/{id}",
    sections=RULE.sections({"rule": "Rule"}),
    scope=OF_STAFF,
    may=EXAMS_OFFICE,
    create=Create(),
    delete=Delete(),
)
FIELDSETS = (RULE_FIELDS,)
