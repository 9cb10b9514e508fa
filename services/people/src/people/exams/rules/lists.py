"""List of the rules of exams."""

from __future__ import annotations

from kit.lists import Column, ListSpec
from people.exams.rules.attributes import RULE
from people.exams.rules.fields import RULE_FIELDS
from people.exams.rules.model import exam_rule

RULES_LIST = ListSpec(
    name="examRules",
    path="/exams/rules",
    title="Rules of exams",
    one="rule",
    naming="rule",
    columns=RULE.columns(Column(name="id", expression=exam_rule.c.id, type="id", hidden=True, width=70), "rule"),
    filters=RULE.filters(),
    default_sort="-validFrom",
    edit=RULE_FIELDS,
)
LISTS = (RULES_LIST,)
